/** Printed also where the packages of the gateway are not installed. */
export const usage = `npx ship-elements gateway init                       writes a commented config and fresh secrets here
npx ship-elements gateway check                      tries service, key, origins, database, secrets, news and clock
npx ship-elements gateway activate                   places the two test orders that a live key needs, and reports what the service answers
npx ship-elements gateway serve                      serves; "npx ship-elements gateway" alone does the same
npx ship-elements gateway orders [--needs-attention] lists orders, or those that need your attention
npx ship-elements gateway orders resolve REFERENCE [--draft] --placed ID | --cancelled ID | --not-placed
                                                     records what you have found at the service
npx ship-elements gateway cancel REFERENCE [--anyway]
                                                     cancels an order until its courier has it, or calls off what was not sent yet. With
                                                     --anyway also what is not in the ledger
npx ship-elements gateway export REFERENCE           prints all that is kept of an order, as JSON
npx ship-elements gateway erase REFERENCE [--anyway] erases it, for the person who asked for it, and says what is left. With --anyway also
                                                     if your server has not received its news, which are lost then
npx ship-elements gateway rotate [--leaked]          writes a new secret, and says what ends when. With --leaked everything ends at once
npx ship-elements gateway news                       lists news that your server has not received yet

In your own server the gateway has no config file: name the module that exports it after check, orders, cancel, export, erase and news, as in
"npx ship-elements gateway orders ./gateway.js --needs-attention".
`;
