/**
 * Makes a callback of the program that cannot disturb its caller: what it throws is reported as an error that nothing has
 * caught. Where no such report exists (Node) it is printed: an uncaught error would end the program before a Stop is sent.
 */
export function isolateCallback<F extends (...args: never[]) => void>(callback: F): F {
  const isolated = (...args: never[]): void => {
    try {
      callback(...args);
    } catch (thrown) {
      (globalThis.reportError ?? console.error)(thrown);
    }
  };
  return isolated as F; // it takes what the callback takes
}
