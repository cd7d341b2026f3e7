/** Numbers the parts of the page's first example: a button above the table of parts shows the numbers in both. */
export function showAnatomy(): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('details:has(#parts) tbody tr')];
  const stage = document.querySelector<HTMLElement>('.example .stage');
  const table = document.querySelector<HTMLDetailsElement>('details:has(#parts)');
  if (!rows.length || !stage || !table) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toggle';
  button.textContent = 'Show the parts in the example';
  button.setAttribute('aria-pressed', 'false');
  const layer = document.createElement('div');
  layer.className = 'anatomy';
  layer.setAttribute('aria-hidden', 'true');

  const draw = () => {
    layer.replaceChildren();
    const origin = stage.getBoundingClientRect();
    const parts = partsIn(stage);
    for (const [index, row] of rows.entries()) {
      const name = row.cells[0]?.textContent ?? '';
      const box = parts.find((part) => part.part.contains(name) && part.checkVisibility())?.getBoundingClientRect();
      row.cells[0]?.setAttribute('data-number', box ? String(index + 1) : '');
      if (!box) continue;
      const [outline, number] = [document.createElement('div'), document.createElement('span')];
      Object.assign(outline.style, {
        left: `${box.left - origin.left}px`,
        top: `${box.top - origin.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      });
      number.textContent = String(index + 1);
      // Parts that begin at the same corner would hide each other's numbers.
      const near = [...layer.children].filter((other) => {
        const { left, top } = other.getBoundingClientRect();
        return Math.abs(left - box.left) < 12 && Math.abs(top - box.top) < 12;
      });
      number.style.left = `${near.length * 20}px`;
      outline.append(number);
      layer.append(outline);
    }
  };
  button.addEventListener('click', () => {
    const isShown = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(isShown));
    if (!isShown) return layer.remove();
    table.open = true;
    stage.append(layer);
    draw();
    stage.scrollIntoView({ block: 'nearest' });
  });
  table.before(button);
}

/** The elements that have parts, in all shadow roots below. */
function partsIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.part.length ? [element] : []),
    ...(element.shadowRoot ? partsIn(element.shadowRoot) : []),
  ]);
}
