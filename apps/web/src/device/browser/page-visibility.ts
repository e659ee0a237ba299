/** Reports to a device when the page is shown again, or the browser has a network again. */
export const pageVisibility = {
  onVisible(run: () => void): () => void {
    const listener = () => document.visibilityState === 'visible' && run();
    document.addEventListener('visibilitychange', listener);
    // When the network is back, pending retries run at once.
    window.addEventListener('online', run);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      window.removeEventListener('online', run);
    };
  },
};
