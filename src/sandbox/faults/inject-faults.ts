import type { Clock } from '../clock.ts';
import type { Conditions } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { applyFault } from './apply-fault.ts';
import { callOf } from './call.ts';
import { type Fault, readFault } from './faults.ts';
import type { ScenarioMemory } from './scenario-effects.ts';
import { isScenario, type ScenarioName, scenarioNames, scenarios } from './scenarios.ts';

export interface FaultOptions {
  /**
   * `false`: the headers `sandbox-fault` and `sandbox-scenario` are not heeded. A fault, or a function that names one for
   * a request: what happens to requests without the header.
   */
  faults?: boolean | string | ((request: Request) => string | undefined);
  /** What requests without the header `sandbox-scenario` go through. */
  scenario?: ScenarioName;
}

const faultHeader = 'sandbox-fault';
const scenarioHeader = 'sandbox-scenario';

type Answer = (request: Request, conditions: Conditions) => Promise<Response>;

/** Answers as `answer` does, except for what the request's headers or the options have go wrong. */
export function injectFaults(
  { faults = true, scenario = 'normal' }: FaultOptions,
  clock: Clock,
  answer: Answer,
): (request: Request) => Promise<Response> {
  const memories = new Map<ScenarioName, ScenarioMemory>();
  // A mistake in the options is found when they are given, not at the first request.
  if (typeof faults === 'string') readFault(faults, 'faults');
  scenarioNamed(scenario, 'scenario');

  const headerOf = (request: Request, name: string) => (faults === false ? null : request.headers.get(name));
  const faultOf = (request: Request): Fault | undefined => {
    const sent = headerOf(request, faultHeader);
    if (sent !== null) return readFault(sent, faultHeader);
    const text = typeof faults === 'function' ? faults(request) : faults;
    return typeof text === 'string' ? readFault(text, 'faults') : undefined;
  };

  async function disturbed(request: Request): Promise<Response> {
    const fault = faultOf(request);
    const name = scenarioNamed(headerOf(request, scenarioHeader) ?? scenario, scenarioHeader);
    // Nothing goes wrong: nobody need look into the body beforehand.
    if (name === 'normal' && !fault) return answer(request, {});

    const { effectOn, learn } = scenarios[name];
    const memory = memories.get(name) ?? new Map();
    memories.set(name, memory);

    const call = await callOf(request);
    const { fault: planned, ...conditions } = call ? effectOn(call, memory) : {};
    const work = async () => {
      const answered = await answer(request, conditions);
      if (call) await learn?.(call, answered.clone(), memory);
      return answered;
    };
    // What one request asks for by its own header goes before the story around it.
    const applied = fault ?? (planned === undefined ? {} : readFault(planned, name));
    return applyFault(applied, { request, call, clock }, work);
  }

  return async (request) => {
    try {
      return await disturbed(request);
    } catch (problem) {
      if (problem instanceof Refusal) return problem.answer();
      throw problem;
    }
  };
}

function scenarioNamed(name: string, source: string): ScenarioName {
  if (isScenario(name)) return name;
  throw new Refusal(40_000_000, `${source} must be one of ${scenarioNames.join(', ')}; not "${name}"`);
}
