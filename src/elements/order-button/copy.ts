/**
 * Copies a text; without a clipboard, as in a page that is not served by HTTPS, the way that browsers had before.
 * @param place where a field can stand for a moment: what is to be copied has to be selected
 * @returns whether it was copied
 */
export async function copyText(text: string, place: ParentNode & Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, place);
  }
}

function copyBySelection(text: string, place: ParentNode & Node): boolean {
  const focused = (place as ShadowRoot).activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.className = 'hidden';
  field.readOnly = true;
  field.value = text;
  place.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand('copy');
  } catch {
    // Nothing was copied, which is what is answered.
  }
  field.remove();
  focused?.focus();
  return copied;
}
