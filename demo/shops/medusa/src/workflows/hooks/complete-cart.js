import { completeCartWorkflow } from '@medusajs/medusa/core-flows';
import { validateDelivery } from 'ship-elements/medusa';

completeCartWorkflow.hooks.validate(validateDelivery);
