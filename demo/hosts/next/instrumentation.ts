/** Opens the gateway when Next starts, so that it finishes orders before the first page asks. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { shippingGateway } = await import('./lib/gateway');
  // If this failed, Next would answer every page with 500. The next request tries again.
  await shippingGateway().catch(console.error);
}
