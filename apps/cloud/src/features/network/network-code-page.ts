import { createHash } from 'node:crypto';

/** Why the page is shown: the code is missing, it was wrong, or too many were wrong. */
export type CodePageState = 'enter' | 'wrong' | 'wait';

interface CodePageTexts extends Readonly<Record<CodePageState, string>> {
  readonly label: string;
  readonly submit: string;
}

const ENGLISH: CodePageTexts = {
  enter: 'Type the code that the computer with Tactus shows.',
  wrong: 'This code is not right.',
  wait: 'Too many attempts. Wait a minute.',
  label: 'Code',
  submit: 'Open',
};

const NORWEGIAN: CodePageTexts = {
  enter: 'Skriv inn koden som datamaskinen med Tactus viser.',
  wrong: 'Koden er ikke riktig.',
  wait: 'For mange forsøk. Vent et minutt.',
  label: 'Kode',
  submit: 'Åpne',
};

/** The languages of the app, by their first two letters. The app itself cannot be loaded before the code is entered. */
const TEXTS: Readonly<Record<string, CodePageTexts>> = {
  en: ENGLISH,
  de: {
    enter: 'Gib den Code ein, den der Computer mit Tactus anzeigt.',
    wrong: 'Dieser Code stimmt nicht.',
    wait: 'Zu viele Versuche. Warte eine Minute.',
    label: 'Code',
    submit: 'Öffnen',
  },
  es: {
    enter: 'Escribe el código que muestra el ordenador con Tactus.',
    wrong: 'Este código no es correcto.',
    wait: 'Demasiados intentos. Espera un minuto.',
    label: 'Código',
    submit: 'Abrir',
  },
  fr: {
    enter: 'Saisissez le code affiché par l’ordinateur avec Tactus.',
    wrong: 'Ce code n’est pas correct.',
    wait: 'Trop d’essais. Attendez une minute.',
    label: 'Code',
    submit: 'Ouvrir',
  },
  ja: {
    enter: 'Tactus が動いているコンピューターに表示されたコードを入力してください。',
    wrong: 'コードが正しくありません。',
    wait: '試行回数が多すぎます。1 分待ってください。',
    label: 'コード',
    submit: '開く',
  },
  ko: {
    enter: 'Tactus가 실행 중인 컴퓨터에 표시된 코드를 입력하세요.',
    wrong: '코드가 올바르지 않습니다.',
    wait: '시도가 너무 많습니다. 1분 기다리세요.',
    label: '코드',
    submit: '열기',
  },
  nb: NORWEGIAN,
  no: NORWEGIAN,
  pt: {
    enter: 'Digite o código que o computador com Tactus mostra.',
    wrong: 'Este código não está certo.',
    wait: 'Tentativas demais. Espere um minuto.',
    label: 'Código',
    submit: 'Abrir',
  },
};

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:Canvas;color:CanvasText}
form{box-sizing:border-box;inline-size:min(100%,24rem);padding:1.5rem;display:grid;gap:1rem}
h1,p{margin:0}
label{display:grid;gap:.25rem}
input,button{font:inherit;box-sizing:border-box;min-block-size:3rem;padding:.5rem .75rem;border:1px solid GrayText;border-radius:.75rem}
input{font-size:1.5rem;letter-spacing:.1em;text-transform:uppercase}
button{background:CanvasText;color:Canvas;border-color:CanvasText;font-weight:600}`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The page on which a code is typed, in the first language of the header `Accept-Language` that the app has. */
export function codePage(state: CodePageState, acceptLanguage: string) {
  const accepted = acceptLanguage.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase());
  const language = accepted.find((name) => Object.hasOwn(TEXTS, name)) ?? 'en';
  const texts = TEXTS[language] ?? ENGLISH;
  const problem = state === 'enter' ? '' : `<p role="alert">${texts[state]}</p>`;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Tactus</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head>
<body><form action="/network"><h1>Tactus</h1><p>${texts.enter}</p>${problem}
<label>${texts.label}<input name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus></label>
<button>${texts.submit}</button></form></body></html>`;
  return { html, headers: HEADERS };
}
