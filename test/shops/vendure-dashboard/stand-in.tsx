import type { ComponentProps, FunctionComponent, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/*
 * A stand-in for `@vendure/dashboard`: its 800 MB would be installed for one block. It shows the blocks of an extension for the
 * order in the fragment of the page's address, and asks the Admin API of the shop.
 */

async function ask(query: string, variables: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/admin-api', { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await answer.json();
  if (errors?.length) throw new Error(errors[0].message);
  return data;
}

export const api = { query: ask, mutate: ask };

export const Button = ({
  variant: _look,
  size: _size,
  ...props
}: ComponentProps<'button'> & Record<string, unknown>) => <button {...props} />;

export const LabeledData = ({ label, value }: Record<'label' | 'value', ReactNode>) => (
  <p>
    {label}: {value}
  </p>
);

export const PermissionGuard = ({ children }: { children: ReactNode }) => children;

interface Context {
  entity: { id: string; fulfillments: object[] };
}

interface Extension {
  pageBlocks: {
    id: string;
    shouldRender(context: Context): boolean;
    component: FunctionComponent<{ context: Context }>;
  }[];
}

export function defineDashboardExtension({ pageBlocks }: Extension): void {
  const context = { entity: { id: location.hash.slice(1), fulfillments: [{}] } };
  for (const { id, shouldRender, component: Block } of pageBlocks) {
    const place = document.body.appendChild(document.createElement('section'));
    place.id = id;
    if (shouldRender(context)) createRoot(place).render(<Block context={context} />);
  }
}
