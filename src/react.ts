'use client';
import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { loadClass } from './elements/core/load-class.ts';
import type {
  AreaSearchElement,
  CheckoutElement,
  CourierPickerElement,
  OrderButtonElement,
  ParcelsElement,
  PromiseElement,
  RateComparisonElement,
  TrackingElement,
} from './elements/index.ts';

interface Elements {
  'ship-checkout': CheckoutElement;
  'ship-courier-picker': CourierPickerElement;
  'ship-rate-comparison': RateComparisonElement;
  'ship-order-button': OrderButtonElement;
  'ship-area-search': AreaSearchElement;
  'ship-parcels': ParcelsElement;
  'ship-promise': PromiseElement;
  'ship-tracking': TrackingElement;
}

type EventName = keyof HTMLElementEventMap;

/** The handler of `ship-rate-change` is `onShipRateChange`. */
type HandlerName<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${HandlerName<Rest>}`
  : Capitalize<Name>;

type Handlers<Name extends EventName> = {
  [Each in Name as `on${HandlerName<Each>}`]?: (event: HTMLElementEventMap[Each]) => void;
};

/** The props of a component: properties and events of its element, and the props of any HTML element. */
export type ShipProps<Element extends HTMLElement, Property extends keyof Element, Name extends EventName> = Partial<
  Pick<Element, Property>
> &
  Handlers<Name> &
  Omit<HTMLAttributes<Element>, Property | keyof Handlers<Name>>;

/** A React component of an element: its properties, and its events as `onShip…`. */
export type ShipComponent<
  Element extends HTMLElement,
  Property extends keyof Element,
  Name extends EventName,
> = ForwardRefExoticComponent<ShipProps<Element, Property, Name> & RefAttributes<Element>>;

const shared = ['baseUrl', 'client', 'words', 'disabled', 'headingLevel', 'contactUrl'] as const;
const field = [
  ...shared,
  'name',
  'value',
  'defaultValue',
  'required',
  'shipment',
  'couriers',
  'cart',
  'addressUrl',
  'readyAt',
  'calendar',
  'rows',
  'logos',
  'allRates',
  'recommended',
  'preselect',
  'switches',
  'insurance',
  'insuranceAmount',
  'cashOnDelivery',
  'cashOnDeliveryAmount',
  'cashOnDeliveryCollects',
  'cashOnDeliveryPayout',
] as const;
const ordering = ['orderMode', 'reference', 'trackingPage', 'refund'] as const;

const chosen = ['input', 'change', 'ship-rates', 'ship-rate-change', 'ship-extras-change'] as const;
const ordered = ['ship-order-submit', 'ship-order-placed', 'ship-order-unconfirmed', 'ship-order-cancelled'] as const;

export const ShipCheckout = component(
  'ship-checkout',
  [...field, ...ordering, 'contacts', 'pickerOpen', 'remember'],
  ['ship-courier-change', ...chosen, ...ordered, 'ship-error'],
);

export const ShipCourierPicker = component(
  'ship-courier-picker',
  [...shared, 'couriers'],
  ['ship-courier-change', 'ship-error'],
);

export const ShipRateComparison = component('ship-rate-comparison', [...field, 'rates'], [...chosen, 'ship-error']);

export const ShipOrderButton = component(
  'ship-order-button',
  [...shared, ...ordering, 'addressUrl', 'order', 'rate', 'cart', 'htmlFor', 'checkout'],
  ['ship-rate-change', ...ordered, 'ship-error'],
);

export const ShipAreaSearch = component(
  'ship-area-search',
  [...shared, 'name', 'value', 'required', 'area', 'postalCode', 'htmlFor', 'remember'],
  ['input', 'change', 'ship-area-change', 'ship-error'],
  () => import('./elements/area-search/area-search-element.ts'),
);

export const ShipParcels = component(
  'ship-parcels',
  [...field, 'parcels', 'partial', 'payButton'],
  ['input', 'change', 'ship-parcels-change', 'ship-extras-change', 'ship-error'],
  () => import('./elements/parcels/parcels-element.ts'),
);

export const ShipPromise = component(
  'ship-promise',
  [...shared, 'items', 'cart', 'subtotal', 'area', 'remember', 'changeUrl'],
  ['ship-promise', 'ship-area-change', 'ship-error'],
  () => import('./elements/promise/define.ts'),
);

export const ShipTracking = component(
  'ship-tracking',
  [...shared, 'token', 'label'],
  ['ship-parcel', 'ship-error'],
  () => import('./elements/tracking/tracking-element.ts'),
);

/**
 * Makes a React component of an element. A server renders the tag and its children. In the browser a property is set when it changes,
 * before or after the element is defined, so that a re-render does not undo what the shopper has switched.
 */
function component<Tag extends keyof Elements, Property extends keyof Elements[Tag], Name extends EventName>(
  tag: Tag,
  properties: readonly Property[],
  events: readonly Name[],
  define: () => Promise<unknown> = () => import('./define.ts'),
): ShipComponent<Elements[Tag], Property, Name> {
  const own = new Set<PropertyKey>(properties);
  const handlers = new Map(events.map((name) => [handlerOf(name), name]));
  const Component = forwardRef<Elements[Tag], Record<string, unknown>>((props, ref) => {
    const host = useRef<Elements[Tag]>(null);
    const applied = useRef<Record<string, unknown>>({});
    const latestProps = useRef(props);
    const { className, ...rest } = props;
    const passed = Object.entries(rest).filter(([name]) => !own.has(name) && !handlers.has(name));

    useImperativeHandle(ref, () => host.current as Elements[Tag], []);
    useBrowserEffect(() => {
      latestProps.current = props;
      const before = applied.current;
      applied.current = Object.fromEntries(Object.entries(props).filter(([name]) => own.has(name)));
      for (const name of new Set([...Object.keys(before), ...Object.keys(applied.current)])) {
        if (!Object.is(before[name], applied.current[name]))
          Object.assign(host.current ?? {}, { [name]: applied.current[name] });
      }
    });
    useBrowserEffect(() => {
      const element = host.current;
      const subscriptions = [...handlers].map(([handler, name]) => {
        const listener = (event: Event) =>
          (latestProps.current[handler] as ((event: Event) => void) | undefined)?.(event);
        element?.addEventListener(name, listener);
        return () => element?.removeEventListener(name, listener);
      });
      return () => {
        for (const stop of subscriptions) stop();
      };
    }, []);
    useEffect(() => void loadClass(host.current as HTMLElement, define), []);

    return createElement(tag, {
      ...Object.fromEntries(passed),
      ...(className !== undefined && { class: className }),
      ref: host,
    });
  });
  Component.displayName = handlerOf(tag).slice('on'.length);
  return Component as unknown as ShipComponent<Elements[Tag], Property, Name>;
}

function handlerOf(name: string): string {
  return `on${name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;
}

/** Runs before the browser paints. On a server, React 18 would warn of each layout effect. */
const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;
