import { WebdriverLauncher } from '@web/test-runner-webdriver';
import { startWebKitDriver } from './webkit-driver.ts';

/**
 * WebKitGTK for the test runner, with a driver and a display of its own. The driver has one session at a time, so that the
 * runner's concurrency has to be 1.
 */
export class WebKitLauncher extends WebdriverLauncher {
  readonly #address: { port: number };
  readonly #paths: readonly string[];

  /** @param paths of the driver and of Xvfb */
  constructor(paths: readonly string[]) {
    const address = { hostname: '127.0.0.1', port: 0, path: '/' };
    // No browserName: the driver would compare it with its own, which is not that of the engine.
    super(Object.assign(address, { capabilities: { 'wdio:enforceWebDriverClassic': true } }));
    this.#address = address;
    this.#paths = paths;
  }

  override async initialize(config: Parameters<WebdriverLauncher['initialize']>[0]): Promise<void> {
    await super.initialize(config);
    this.name = 'WebKit';
    const [driver = '', display = ''] = this.#paths;
    this.#address.port = await startWebKitDriver(driver, display);
  }
}
