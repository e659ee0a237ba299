/** Constants of analytics (product.md section 9). */
export const ANALYTICS_LIMITS = {
  /** After so long without an event a new session begins, s. */
  sessionIdleTimeoutS: 1800,
  /** Feature flags are not asked for; were they, no longer than this, ms. */
  featureFlagTimeoutMs: 3000,
  /** What the library stores is kept for so long, days. */
  cookieExpiryDays: 365,
  /** A longer text is cut, characters. */
  maxPropertyStringLength: 65_535,
  /** Web vitals are collected for so long before they are sent, s. */
  webVitalsFlushDelayS: 8,
} as const;
