/** Includes changed text, as old values of it are asked for. */
const everything = { childList: true, subtree: true, characterDataOldValue: true };

/**
 * Watches what others change in a shadow root, and returns a function that undoes it. An element calls it before each update: a page
 * translator replaces text nodes, and Lit would write the next amount into a node that is no longer on screen.
 */
export function watchForeignChanges(root: Node): () => void {
  const changes: MutationRecord[] = [];
  const keep = (more: MutationRecord[]) => changes.push(...more);
  const observer = new MutationObserver(keep);
  observer.observe(root, everything);
  return () => {
    keep(observer.takeRecords());
    observer.disconnect();
    for (let change = changes.pop(); change; change = changes.pop()) undo(change);
  };
}

function undo({ target, addedNodes, removedNodes, nextSibling, oldValue }: MutationRecord): void {
  const [node] = [...addedNodes, ...removedNodes];
  // Dark Reader adds its style sheets to shadow roots. An announced sentence is written between two updates.
  if (node?.nodeName === 'STYLE' || (target as Element).matches?.('[role=status]')) return;
  if (oldValue !== null) (target as Text).data = oldValue;
  for (const added of addedNodes) (added as ChildNode).remove();
  for (const removed of removedNodes) target.insertBefore(removed, nextSibling);
}
