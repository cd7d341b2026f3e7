/* The order's page: the box of the delivery shows what is done in the background as it goes on. */
(() => {
  const box = document.getElementById('ship-elements-delivery');
  async function follow() {
    const address = box.querySelector('[data-progress]')?.dataset.progress;
    if (!address) return;
    // The answer comes when the step is done. If it does not come, the page stays as it is.
    const answer = await fetch(address, { method: 'POST' });
    if (!answer.ok) return;
    // The answer is the shop's own markup, with each text in it escaped. Parsed so, no script in it would run.
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    box.replaceChildren(...page.body.childNodes);
    setTimeout(follow, 2_000);
  }
  if (box) follow().catch(() => {});
})();
