export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { theShop } = await import('./open-shop');
  (await theShop()).start();
}
