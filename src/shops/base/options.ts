import { OrderRequest } from '../../contract/index.ts';
import type { Gateway, GatewayOptions, Sender } from '../../gateway/index.ts';
import { type Cart, isTokenError, readCart, type TokenKeys } from '../../tokens/index.ts';
import { type CategoryOptions, categoryProblems } from './category.ts';

/** The options of the gateway, and what every shop system's plugin adds to them. */
export interface ShopOptions
  extends Omit<GatewayOptions, 'store' | 'basePath' | 'orders' | 'cancels' | 'sender'>,
    CategoryOptions {
  /** Where parcels start: a postal code, an area or coordinates. */
  origin: Cart['origin'];
  /** Who sends parcels: at least `origin_contact_name`, `origin_contact_phone` and `origin_address`. */
  sender: Sender;
  /**
   * The page with `<ship-tracking>`, for example `https://shop.example/lacak`. Each delivery gets a link to it, which has a token for 90 days
   * in its fragment. It turns `tracking` on. Without it the link is the courier's page.
   */
  trackingPage?: string;
}

/** Where parcels start, and who sends them. */
export type Warehouse = Pick<ShopOptions, 'origin' | 'sender'>;

/** The options that are the gateway's. */
export const gatewayOptions = ({
  origin: _,
  sender: __,
  trackingPage,
  categories: ___,
  defaultCategory: ____,
  ...given
}: ShopOptions): Omit<GatewayOptions, 'store' | 'basePath'> => ({
  ...given,
  tracking: given.tracking ?? trackingPage !== undefined,
});

/** What the rules of a delivery need of the plugin. */
export interface DeliveryDeps {
  gateway: Pick<Gateway, 'quote' | 'order' | 'find' | 'cancel'>;
  keys: TokenKeys;
}

export const keysOf = ({ account, secrets }: Pick<GatewayOptions, 'account' | 'secrets'>): TokenKeys => ({
  account,
  ...secrets,
});

const senderFields = ['origin_contact_name', 'origin_contact_phone', 'origin_address'] as const;

/** Goods that are never sold, for a cart that only checks the shop's own claims. */
const anyGoods = { name: 'Goods', value: 1, quantity: 1, weight: 1 };

/**
 * Returns a sentence for each of these options that is wrong. The gateway checks its own.
 * @param claims what the shop adds to each of its carts
 */
export function problemsOf(
  options: Partial<Pick<ShopOptions, 'origin' | 'sender' | 'trackingPage' | keyof CategoryOptions>> | undefined,
  claims: Partial<Cart> = {},
): string[] {
  const { origin, sender, trackingPage } = Object(options) as Partial<ShopOptions>;
  const problems: string[] = categoryProblems(Object(options));
  try {
    readCart({ items: [anyGoods], origin: origin ?? {}, subtotal: 1, session: 'any', ...claims });
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    // The message names the cart, and the merchant has set an option.
    problems.push(problem.message.replace(/^The cart cannot be used: /, ''));
  }
  for (const field of senderFields) {
    const read = OrderRequest.shape[field].safeParse(sender?.[field]);
    if (!read.success)
      problems.push(`sender.${field} ${read.error.issues[0]?.message}: couriers need it to fetch a parcel.`);
  }
  if (trackingPage !== undefined && !isPage(trackingPage))
    problems.push(
      'trackingPage must be the address of the page with <ship-tracking>, such as https://shop.example/lacak.',
    );
  return problems;
}

/** The link adds its own fragment. */
function isPage(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && !address.includes('#');
}
