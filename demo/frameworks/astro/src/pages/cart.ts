import type { APIRoute } from 'astro';
import { readChoice } from 'ship-elements/purchases';
import { shop } from '../the-shop';

export const POST: APIRoute = async ({ request, cookies, redirect }) => {
  const form = await request.formData();
  const { quantity, after, ...filled } = Object.fromEntries(form) as Record<string, string>;
  await shop.setQuantity(cookies.get('visit')?.value, Number(quantity), after);
  // The page sends what was typed, too. Browsers drop a longer cookie.
  const typed = `${new URLSearchParams({ ...filled, shipping: readChoice(form).service, 'shipping-offer': '' })}`;
  if (filled.reference && encodeURIComponent(typed).length < 3900)
    cookies.set('typed', typed, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 3600 });
  return redirect('/', 303);
};
