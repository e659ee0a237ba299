import { defineTactusWidget } from './tactus-widget.ts';

// What other sites load as `/widget.js`: Tactus is where this script came from.
const { currentScript } = document;
defineTactusWidget(currentScript instanceof HTMLScriptElement ? new URL(currentScript.src).origin : '');
