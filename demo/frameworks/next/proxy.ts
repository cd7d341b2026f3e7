import { type NextRequest, NextResponse } from 'next/server';

export const config = { matcher: '/' };

/** Gives each visit its secret name. On https, add `secure: true`. */
export function proxy(request: NextRequest) {
  const visit = request.cookies.get('visit')?.value || crypto.randomUUID();
  // The page of this request reads it, too.
  request.cookies.set('visit', visit);
  const response = NextResponse.next({ request });
  response.cookies.set('visit', visit, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 30 * 86_400 });
  return response;
}
