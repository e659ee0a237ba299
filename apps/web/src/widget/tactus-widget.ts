import { DEFAULT_WIDGET_APPEARANCE, type WidgetAppearance, widgetFramePath } from './appearance.ts';
import { decodeFrameMessage, type HostMessage, type WidgetState, withWidgetVersion } from './messages.ts';

/** The tag name of the custom element. */
export const WIDGET_ELEMENT_NAME = 'tactus-widget';

/**
 * Our frame needs its scripts and its own origin, and may open the window in which a person gives permission; it may not lead
 * the page elsewhere.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/**
 * `<tactus-widget theme compact slim accent site>`: contains our frame and exchanges messages with it (docs/widget.md). It
 * holds no key and no session, and never asks for permission by itself. Raises `tactus-state` with the state as `detail`.
 * `defaultSite` is the origin of Tactus, unless the attribute `site` gives another.
 * @internal Outside tests, `defineTactusWidget` makes it.
 */
export function createWidgetElementClass(defaultSite: string): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = ['theme', 'compact', 'slim', 'accent', 'site'];

    #state: WidgetState = 'permission';
    #frame: HTMLIFrameElement | undefined;

    /** The state of the frame. */
    get state(): WidgetState {
      return this.#state;
    }

    /** Starts at the speed that is set, once there is permission. */
    start(): void {
      this.#send({ type: 'start' });
    }

    /** Stops. */
    stop(): void {
      this.#send({ type: 'stop' });
    }

    /** Sets the speed, a share 0..1 of the top speed. The limits of the owner who gave permission apply. */
    setSpeed(value: number): void {
      this.#send({ type: 'speed', value });
    }

    connectedCallback(): void {
      const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const frame = document.createElement('iframe');
      frame.title = 'Tactus';
      frame.setAttribute('sandbox', SANDBOX);
      frame.setAttribute('allow', '');
      frame.referrerPolicy = 'no-referrer';
      Object.assign(frame.style, {
        display: 'block',
        width: '100%',
        height: '96px',
        border: '0',
        // The colour scheme of its document, not of the embedding page: otherwise browsers draw white corners.
        colorScheme: 'light',
      });
      this.style.display ||= 'block';
      this.#frame = frame;
      window.addEventListener('message', this.#handleMessage);
      this.#show();
      shadow.replaceChildren(frame);
    }

    disconnectedCallback(): void {
      window.removeEventListener('message', this.#handleMessage);
      this.#frame?.remove();
      this.#frame = undefined;
      this.#turn('permission');
    }

    attributeChangedCallback(): void {
      this.#show();
    }

    get #site(): string {
      return siteOf(this.getAttribute('site') ?? defaultSite) ?? siteOf(defaultSite) ?? location.origin;
    }

    #show(): void {
      if (!this.#frame) return;
      const theme = this.getAttribute('theme');
      const appearance: WidgetAppearance = {
        ...DEFAULT_WIDGET_APPEARANCE,
        ...((theme === 'light' || theme === 'dark') && { theme }),
        compact: this.hasAttribute('compact'),
        slim: this.hasAttribute('slim'),
        accent: this.getAttribute('accent') ?? '',
      };
      const address = `${this.#site}${widgetFramePath(appearance)}`;
      if (this.#frame.src !== address) this.#frame.src = address;
    }

    #send(message: HostMessage): void {
      this.#frame?.contentWindow?.postMessage(withWidgetVersion(message), this.#site);
    }

    readonly #handleMessage = ({ source, origin, data }: MessageEvent): void => {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#site) return;
      const message = decodeFrameMessage(data);
      if (message?.type === 'ready') {
        this.#turn('permission');
        this.#send({ type: 'hello' });
      } else if (message?.type === 'state') this.#turn(message.state);
      else if (message?.type === 'size') this.#frame.style.height = `${message.height}px`;
    };

    #turn(state: WidgetState): void {
      if (this.#state === state) return;
      this.#state = state;
      this.dispatchEvent(new CustomEvent('tactus-state', { detail: state }));
    }
  };
}

/** The origin of an address; undefined for anything but http and https. */
function siteOf(address: string): string | undefined {
  try {
    const { protocol, origin } = new URL(address, location.href);
    return /^https?:$/.test(protocol) ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Defines the element in the page, once; `site` is the origin of Tactus. */
export function defineTactusWidget(site: string): void {
  if (customElements.get(WIDGET_ELEMENT_NAME) === undefined)
    customElements.define(WIDGET_ELEMENT_NAME, createWidgetElementClass(site));
}
