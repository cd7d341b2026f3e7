import { settle } from 'ship-elements/medusa';

/** What the scheduled job does, at once. */
export async function POST(request, response) {
  await settle(request.scope);
  response.json({});
}
