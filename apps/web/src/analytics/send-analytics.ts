import posthog from 'posthog-js/dist/module.slim.no-external';
import { ANALYTICS_LIMITS } from './constants.ts';
import { ANALYTICS_EVENTS, type Analytics, type AnalyticsEvent } from './events.ts';
import type { AnalyticsLog } from './send-analytics-by-consent.ts';

/** The properties that the service itself needs. Addresses, titles and referrers are left out: they could hold a key. */
const NEEDED =
  /^(token|distinct_id|\$(session_id|device_id|anon_distinct_id|insert_id|lib|lib_version|process_person_profile|is_identified))$/;
const OURS: ReadonlySet<string> = new Set(
  Object.values(ANALYTICS_EVENTS).flatMap(({ properties }) => Object.keys(properties)),
);

let isOpen = false;

/** Sends events to the service until the undo, which also deletes what the library stored. */
export function sendAnalytics(
  analytics: Analytics,
  { key, host, log }: { key: string; host: string; log: AnalyticsLog },
): () => void {
  if (isOpen) posthog.opt_in_capturing({ captureEventName: false });
  else open(key, host, log);
  isOpen = true;
  const off = analytics.onEvent(send);
  return () => {
    off();
    posthog.reset();
    posthog.opt_out_capturing();
  };
}

function open(key: string, host: string, log: AnalyticsLog): void {
  posthog.init(key, {
    api_host: host,
    persistence: 'localStorage',
    cookie_expiration: ANALYTICS_LIMITS.cookieExpiryDays,
    session_idle_timeout_seconds: ANALYTICS_LIMITS.sessionIdleTimeoutS,
    feature_flag_request_timeout_ms: ANALYTICS_LIMITS.featureFlagTimeoutMs,
    properties_string_max_length: ANALYTICS_LIMITS.maxPropertyStringLength,
    capture_performance: {
      web_vitals: false,
      network_timing: false,
      web_vitals_delayed_flush_ms: ANALYTICS_LIMITS.webVitalsFlushDelayS * 1000,
    },
    // Our own events and nothing else.
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_heatmaps: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    rageclick: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    // A user who agreed is no bot, whatever the user agent says.
    opt_out_useragent_filter: true,
    save_referrer: false,
    save_campaign_params: false,
    on_request_error: ({ statusCode }) => {
      if (statusCode >= 400) log.error(`Bad HTTP status: ${statusCode}`);
    },
    before_send(event) {
      if (event === null) return null;
      const { $set, $set_once, ...rest } = event;
      const properties = Object.entries(rest.properties).filter(([name]) => NEEDED.test(name) || OURS.has(name));
      return { ...rest, properties: Object.fromEntries(properties) };
    },
  });
}

/** Page views and leaves go under the names that the service knows; identity and reset are commands. */
function send({ name, properties }: AnalyticsEvent): void {
  if (name === 'identity') posthog.identify(properties.id);
  else if (name === 'reset') posthog.reset();
  else if (name === 'page_view') posthog.capture('$pageview', properties);
  else if (name === 'page_leave') posthog.capture('$pageleave', properties);
  else posthog.capture(name, properties);
}
