/** A function that hands back what it made last as long as it is asked for the very same. */
export function remembered<Asked extends readonly unknown[], Made>(make: (...asked: Asked) => Made) {
  let last: { asked: Asked; made: Made } | undefined;
  return (...asked: Asked): Made => {
    const same =
      last && last.asked.length === asked.length && !asked.some((value, index) => value !== last?.asked[index]);
    if (!last || !same) last = { asked, made: make(...asked) };
    return last.made;
  };
}
