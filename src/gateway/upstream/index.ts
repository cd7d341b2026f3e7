export * from './answers.ts';
export {
  type GatewayAnswer,
  isRefusal,
  Refusal,
  type RefusalReason,
  refusalReasons,
  ServiceRefusal,
  serviceGone,
} from './refusal.ts';
export { createUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest, within } from './upstream.ts';
