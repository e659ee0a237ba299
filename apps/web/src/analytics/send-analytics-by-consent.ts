import type { SettingsStore } from '../settings/settings-store.ts';
import type { Analytics } from './events.ts';

/** The log to which errors of the analytics service go: they concern developers only. */
export interface AnalyticsLog {
  warn(text: string, cause?: unknown): void;
  error(text: string, cause?: unknown): void;
}

/**
 * The boot module of analytics: loads the sender, and sends events, only while a key and a host are configured and
 * the person agrees. Events raised before that are never sent. Returns its own undo.
 */
export function sendAnalyticsByConsent(from: {
  analytics: Analytics;
  settings: SettingsStore;
  log: AnalyticsLog;
  key: string | undefined;
  host: string | undefined;
}): () => void {
  const { analytics, settings, log, key, host } = from;
  if (key === undefined || host === undefined) return () => undefined;
  const service = { key, host, log };
  const agreed = () => settings.state.getState().analyticsAgreed;
  let end: (() => void) | undefined;
  let loading = false;

  async function apply(): Promise<void> {
    if (!agreed()) {
      end?.();
      end = undefined;
      return;
    }
    if (end !== undefined || loading) return;
    loading = true;
    try {
      const { sendAnalytics } = await import('./send-analytics.ts');
      if (agreed()) end = sendAnalytics(analytics, service);
    } catch (error) {
      log.warn('Analytics could not be loaded', error);
    } finally {
      loading = false;
    }
  }

  void apply();
  const unfollow = settings.state.subscribe((now, before) => {
    if (now.analyticsAgreed !== before.analyticsAgreed) void apply();
  });
  return () => {
    unfollow();
    end?.();
  };
}
