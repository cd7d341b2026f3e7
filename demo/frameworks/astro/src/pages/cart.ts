import type { APIRoute } from 'astro';
import { shop } from '../the-shop';

export const POST: APIRoute = async ({ request, cookies, redirect }) => {
  const form = await request.formData();
  await shop.setQuantity(cookies.get('visit')?.value, Number(form.get('quantity')), form.get('after'));
  return redirect('/', 303);
};
