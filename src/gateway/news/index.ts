export { deliverNews, type Notify } from './deliver.ts';
export { type NewsMessage, type NewsStore, type NewsType, newsOf, type Undelivered } from './message.ts';
export { requireSecret, type ServiceWebhooks, takeWebhook } from './service-webhooks.ts';
