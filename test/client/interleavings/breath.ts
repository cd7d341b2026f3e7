/** Until all that is ready has happened. */
export const breath = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage('breathe');
  });

/** Until timers of a millisecond or two have gone off too. */
export async function breathe(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await breath();
}

/** Until timers have gone off that were set for at once: a read waits for one before it is asked again. */
export const longBreath = () => new Promise<void>((resolve) => setTimeout(resolve));
