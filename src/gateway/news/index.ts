export { deliverNews, type Notify } from './deliver.ts';
export {
  type EarlyWebhook,
  type NewsMessage,
  type NewsStore,
  type NewsType,
  newsOf,
  type Undelivered,
} from './message.ts';
export { addEarlyWebhooks, requireSecret, type ServiceWebhooks, takeWebhooks } from './service-webhooks.ts';
