import { bootstrap } from '@vendure/core';

try {
  const { config, port } = await import('./config.js');
  const { seed } = await import('./seed.js');
  await seed(await bootstrap(config));
  process.stdout.write(`The shop is open at http://localhost:${port}/\n`);
} catch (problem) {
  process.stderr.write(`${problem.message}\n`);
  process.exit(1);
}
