import { WebdriverLauncher } from '@web/test-runner-webdriver';
import { startWebKitDriver } from './webkit-driver.ts';

/** WebKitGTK for the test runner. Its driver has one session, so the runner's concurrency must be 1. */
export class WebKitLauncher extends WebdriverLauncher {
  readonly #address: { port: number };
  readonly #paths: readonly string[];

  /** @param paths of the driver and of Xvfb */
  constructor(paths: readonly string[]) {
    const address = { hostname: '127.0.0.1', port: 0, path: '/' };
    // No browserName: the driver would compare it with its own name, which differs.
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
