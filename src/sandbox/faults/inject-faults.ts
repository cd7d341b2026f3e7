import type { Clock } from '../clock.ts';
import type { Conditions } from '../context.ts';
import { SandboxRefusal } from '../refusal.ts';
import { applyFault } from './apply-fault.ts';
import { callOf } from './call.ts';
import { type Fault, readFault } from './faults.ts';
import type { ScenarioMemory } from './scenario-effects.ts';
import { isScenario, type ScenarioName, scenarioNames, scenarios } from './scenarios.ts';

export interface FaultOptions {
  /**
   * `false` ignores the headers `sandbox-fault` and `sandbox-scenario`. A text, or a function that returns one, is the fault
   * of requests without the header.
   */
  faults?: boolean | string | ((request: Request) => string | undefined);
  /** The scenario of requests without the header `sandbox-scenario`. */
  scenario?: ScenarioName;
}

const faultHeader = 'sandbox-fault';
const scenarioHeader = 'sandbox-scenario';

type Answer = (request: Request, conditions: Conditions) => Promise<Response>;

/** Wraps `answer` with the faults and scenarios of the options and of the request's headers. */
export function injectFaults(
  { faults = true, scenario = 'normal' }: FaultOptions,
  clock: Clock,
  answer: Answer,
): (request: Request) => Promise<Response> {
  const memory: ScenarioMemory = new Map();
  // Throws for invalid options now, not at the first request.
  if (typeof faults === 'string') readFault(faults, 'faults');
  scenarioNamed(scenario, 'scenario');

  const headerOf = (request: Request, name: string) => (faults === false ? null : request.headers.get(name));
  const faultOf = (request: Request): Fault | undefined => {
    const sent = headerOf(request, faultHeader);
    if (sent !== null) return readFault(sent, faultHeader);
    const text = typeof faults === 'function' ? faults(request) : faults;
    return typeof text === 'string' ? readFault(text, 'faults') : undefined;
  };

  async function answerWithFaults(request: Request): Promise<Response> {
    const fault = faultOf(request);
    const name = scenarioNamed(headerOf(request, scenarioHeader) ?? scenario, scenarioHeader);
    // Without a fault the body is read once.
    if (name === 'normal' && !fault) return answer(request, {});

    const { effectOn, learn } = scenarios[name];
    const call = await callOf(request);
    const { fault: planned, ...conditions } = call ? effectOn(call, memory) : {};
    const work = async () => {
      const answered = await answer(request, conditions);
      if (call) await learn?.(call, answered.clone(), memory);
      return answered;
    };
    // The fault of the request's own header goes before the scenario's.
    const applied = fault ?? (planned === undefined ? {} : readFault(planned, name));
    return applyFault(applied, { request, call, clock }, work);
  }

  return async (request) => {
    try {
      return await answerWithFaults(request);
    } catch (problem) {
      if (problem instanceof SandboxRefusal) return problem.answer();
      throw problem;
    }
  };
}

function scenarioNamed(name: string, source: string): ScenarioName {
  if (isScenario(name)) return name;
  throw new SandboxRefusal(40_000_000, `${source} must be one of ${scenarioNames.join(', ')}; not "${name}"`);
}
