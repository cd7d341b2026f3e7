import { defineMiddleware } from 'astro:middleware';

/** Gives each visit its secret name. On https, add `secure: true`. Astro refuses the forms of other sites. */
export const onRequest = defineMiddleware(async ({ cookies, url }, next) => {
  if (url.pathname.startsWith('/shipping/')) return next();
  const visit = cookies.get('visit')?.value || crypto.randomUUID();
  cookies.set('visit', visit, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 30 * 86_400 });
  const response = await next();
  // An offer is for one cart and one place.
  response.headers.set('cache-control', 'private, no-store');
  return response;
});
