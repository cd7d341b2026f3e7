export {
  couriersAnswer,
  type OrderedAnswer,
  orderedAnswer,
  pick,
  rateRow,
  recoveredAnswer,
  refusedAnswer,
} from './answers.ts';
export { canonical } from './canonical.ts';
export { type Answer, isRefusal, Refusal, type RefusalReason, ServiceRefusal } from './refusal.ts';
export { createUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts';
