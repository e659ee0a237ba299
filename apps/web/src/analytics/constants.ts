/** Times and sizes that bound what analytics send and store. */
export const ANALYTICS_LIMITS = {
  /** A new session begins after so long without an event, s. */
  sessionIdleTimeoutS: 1800,
  /** The longest wait for feature flags, ms; the app requests none. */
  featureFlagTimeoutMs: 3000,
  /** The library's cookies expire after so long, days. */
  cookieExpiryDays: 365,
  /** A longer text is cut, characters. */
  maxPropertyStringLength: 65_535,
  /** How long web vitals are collected before they are sent, s. */
  webVitalsFlushDelayS: 8,
} as const;
