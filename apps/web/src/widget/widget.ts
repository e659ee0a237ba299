import { defineTactusWidget } from './tactus-widget.ts';

// The script that other sites load as `/widget.js`; its own origin is that of Tactus.
const { currentScript } = document;
defineTactusWidget(currentScript instanceof HTMLScriptElement ? new URL(currentScript.src).origin : '');
