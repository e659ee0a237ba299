/** The kinds of value a property can have, by the name the table uses. */
interface PropertyKinds {
  text: string;
  number: number;
}

type Kind = keyof PropertyKinds;

interface EventRow {
  /** The moment it is raised, in words for people. */
  readonly when: string;
  readonly properties: Readonly<Record<string, Kind>>;
}

/**
 * Every analytics event. Raising one calls the listeners in this browser and nothing else. The analytics module decides
 * whether an event leaves the browser: only with a key configured and consent given.
 */
export const ANALYTICS_EVENTS = {
  page_view: { when: 'after a navigation', properties: { path: 'text' } },
  page_leave: { when: 'before a navigation, except the first', properties: { path: 'text' } },
  identity: { when: 'a device of another key is connected', properties: { id: 'text' } },
  device_properties: {
    when: 'with the identity',
    properties: { hwModelNr: 'number', hwModelName: 'text', fwVersion: 'text' },
  },
  reset: { when: 'the device is disconnected', properties: {} },
  carousel_click: { when: 'an entry of the carousel is opened', properties: { campaignName: 'text', url: 'text' } },
  ota_started: { when: 'a firmware update begins', properties: { fromVersion: 'text', toVersion: 'text' } },
  ota_finished: {
    when: 'a firmware update is done',
    properties: { fromVersion: 'text', toVersion: 'text', timeUsed: 'number' },
  },
  sse_session_start: { when: 'session_id changes', properties: { sessionId: 'text', hwModelNr: 'number' } },
  timing_changed_client: { when: 'the client clock is synchronised', properties: { rtdClient: 'number' } },
  timing_changed_device: { when: 'the device clock is synchronised', properties: { rtdDevice: 'number' } },
} as const satisfies Record<string, EventRow>;

/** The name of an event. */
export type AnalyticsEventName = keyof typeof ANALYTICS_EVENTS;

/** The properties of an event, by name. */
export type AnalyticsProperties<Name extends AnalyticsEventName> = {
  readonly [Property in keyof (typeof ANALYTICS_EVENTS)[Name]['properties']]: PropertyKinds[(typeof ANALYTICS_EVENTS)[Name]['properties'][Property] &
    Kind];
};

/** Raises an event. */
export type TrackEvent = <Name extends AnalyticsEventName>(name: Name, properties: AnalyticsProperties<Name>) => void;

/** An event as listeners receive it. */
export type AnalyticsEvent = {
  [Name in AnalyticsEventName]: { readonly name: Name; readonly properties: AnalyticsProperties<Name> };
}[AnalyticsEventName];

/** Raises events and passes them to listeners. */
export interface Analytics {
  readonly track: TrackEvent;
  /** Subscribes to every later event; returns its own undo. A listener that throws does not disturb the app. */
  onEvent(listener: (event: AnalyticsEvent) => void): () => void;
}
