/** Opens the shop when Next starts, so that it ships what is paid before the first page asks. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { theShop } = await import('./open-shop');
  // If this failed, Next would answer every page with 500. The next request tries again.
  await theShop().catch(console.error);
}
