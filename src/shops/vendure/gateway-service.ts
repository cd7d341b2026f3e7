import { Inject, Injectable } from '@nestjs/common';
import { createShippingGateway, type Gateway } from '../../gateway/index.ts';
import type { TokenKeys } from '../../tokens/index.ts';
import { type DeliveryDeps, gatewayOptions, keysOf, type Warehouse } from '../base/index.ts';
import { optionsToken, pathOf, type ShipElementsOptions } from './options.ts';

/** The gateway of the shop in this process, with the keys and the warehouses of its options. */
@Injectable()
export class GatewayService {
  readonly options: ShipElementsOptions;
  readonly keys: TokenKeys;
  #gateway: Promise<Gateway> | undefined;

  constructor(@Inject(optionsToken) options: ShipElementsOptions) {
    this.options = options;
    this.keys = keysOf(options);
  }

  /** Opens the gateway once. @throws {GatewayOptionsError} */
  gateway(): Promise<Gateway> {
    this.#gateway ??= this.#open();
    return this.#gateway;
  }

  async #open(): Promise<Gateway> {
    const { store, channels: _, cashOnDelivery: __, settleSchedule: ___, path: ____, ...given } = this.options;
    // Pages only ask for prices: the plugin orders in process.
    return createShippingGateway({ ...gatewayOptions(given), store: await store, basePath: pathOf(this.options) });
  }

  /** What the rules of a delivery need. */
  async deps(): Promise<DeliveryDeps> {
    return { gateway: await this.gateway(), keys: this.keys };
  }

  /** @param channel the code of a channel */
  warehouse(channel: string): Warehouse {
    const { channels = {} } = this.options;
    return (Object.hasOwn(channels, channel) && channels[channel]) || this.options;
  }
}
