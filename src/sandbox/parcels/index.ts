export { type Journey, moveParcels } from './journey.ts';
export { createWebhooks, type WebhookOptions, type Webhooks } from './webhooks.ts';
