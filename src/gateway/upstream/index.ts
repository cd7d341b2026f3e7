export {
  couriersAnswer,
  type OrderedAnswer,
  orderedAnswer,
  pick,
  rateRows,
  recoveredAnswer,
  refusedAnswer,
} from './answers.ts';
export { canonical } from './canonical.ts';
export { type Answer, isRefusal, Refusal, type RefusalReason, refusalReasons, ServiceRefusal } from './refusal.ts';
export { createUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts';
