import n from 'node:crypto';
import { createRequire as e } from 'node:module';
import { parseArgs as t } from 'node:util';
var r = Object.create,
  i = Object.defineProperty,
  a = Object.getOwnPropertyDescriptor,
  o = Object.getOwnPropertyNames,
  s = Object.getPrototypeOf,
  c = Object.prototype.hasOwnProperty,
  l = (e, t, n) => () => {
    if (n) throw n[0];
    try {
      return e && (t = e((e = 0))), t;
    } catch (e) {
      throw ((n = [e]), e);
    }
  },
  u = (e, t) => () => (t || (e((t = { exports: {} }).exports, t, t.exports), (e = null)), t.exports),
  d = (e, t) => {
    const n = {};
    for (var r in e) i(n, r, { get: e[r], enumerable: !0 });
    return t || i(n, Symbol.toStringTag, { value: `Module` }), n;
  },
  f = (e, t, n, r) => {
    if ((t && typeof t == `object`) || typeof t == `function`)
      for (var s = o(t), l = 0, u = s.length, d; l < u; l++)
        (d = s[l]),
          !c.call(e, d) &&
            d !== n &&
            i(e, d, { get: ((e) => t[e]).bind(null, d), enumerable: !(r = a(t, d)) || r.enumerable });
    return e;
  },
  p = (e, t, n) => (
    (n = e == null ? {} : r(s(e))),
    f(t || !e || !e.__esModule || !c.call(e, `default`) ? i(n, `default`, { value: e, enumerable: !0 }) : n, e)
  ),
  m = (e) => (c.call(e, `module.exports`) ? e[`module.exports`] : f(i({}, `__esModule`, { value: !0 }), e)),
  h = e(import.meta.url);
function g(e) {
  return new b(e);
}
function _() {
  return new y();
}
var v = class {
    integer(e, t) {
      return e + Math.floor(this.next() * (t - e + 1));
    }
    exponential(e) {
      return -e * Math.log(1 - this.next());
    }
    normal(e, t) {
      return e + t * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    }
    pick(e) {
      const t = e[Math.floor(this.next() * e.length)];
      if (t === void 0) throw RangeError(`Cannot pick from an empty list`);
      return t;
    }
  },
  y = class extends v {
    #e = new Uint32Array(1);
    next() {
      return globalThis.crypto.getRandomValues(this.#e), (this.#e[0] ?? 0) / 2 ** 32;
    }
  },
  b = class extends v {
    #e;
    #t;
    #n;
    #r = 1;
    constructor(e) {
      super();
      let t = e >>> 0,
        n = () => {
          t = (t + 2654435769) >>> 0;
          let e = t;
          return (
            (e = Math.imul(e ^ (e >>> 16), 569420461)),
            (e = Math.imul(e ^ (e >>> 15), 1935289751)),
            (e ^ (e >>> 15)) >>> 0
          );
        };
      (this.#e = n() | 0), (this.#t = n() | 0), (this.#n = n() | 0);
    }
    next() {
      const e = (this.#e + this.#t + this.#r) | 0;
      return (
        (this.#r = (this.#r + 1) | 0),
        (this.#e = this.#t ^ (this.#t >>> 9)),
        (this.#t = (this.#n + (this.#n << 3)) | 0),
        (this.#n = (((this.#n << 21) | (this.#n >>> 11)) + e) | 0),
        (e >>> 0) / 2 ** 32
      );
    }
  };
function x(e) {
  return (t, n) =>
    new Promise((r, i) => {
      if (n?.aborted) {
        i(n.reason);
        return;
      }
      const a = e(t, () => {
        n?.removeEventListener(`abort`, o), r();
      });
      function o() {
        a(), i(n?.reason);
      }
      n?.addEventListener(`abort`, o, { once: !0 });
    });
}
var S = 2 ** 31 - 1;
function C(e, t) {
  const n = setTimeout(t, Math.min(Math.max(0, e), S));
  return () => clearTimeout(n);
}
function ee(e, t) {
  const n = setInterval(t, e);
  return () => clearInterval(n);
}
var w = { now: () => Date.now(), monotonic: () => performance.now(), after: C, every: ee, sleep: x(C) },
  te = 1e4;
async function ne(e, t, n) {
  const r = new AbortController(),
    i = n.after(te, () => r.abort());
  try {
    const n = await re(`${e}/api/tactus/device-keys`, { label: t }, r.signal),
      i = await n.json().catch(() => void 0),
      a = ie(i);
    if (n.status === 201 && a) return a;
    throw Error(`${e} gave no key (HTTP ${n.status}): ${ae(i)}`);
  } finally {
    i();
  }
}
async function re(e, t, n) {
  try {
    return await fetch(e, {
      method: `POST`,
      headers: { 'content-type': `application/json` },
      body: JSON.stringify(t),
      signal: n,
    });
  } catch (t) {
    throw Error(`${new URL(e).origin} cannot be reached. Is the cloud running? (npm start)`, { cause: t });
  }
}
function ie(e) {
  if (typeof e != `object` || !e || !(`connectionKey` in e) || !(`secret` in e)) return;
  const { connectionKey: t, secret: n } = e;
  return typeof t == `string` && typeof n == `string` ? { connectionKey: t, secret: n } : void 0;
}
function ae(e) {
  const t = typeof e == `object` && e && `error` in e ? e.error : void 0,
    n = typeof t == `object` && t && `message` in t ? t.message : void 0;
  return typeof n == `string` ? n : `it is no Tactus cloud, or an older one`;
}
function oe(e) {
  const t = Object.values(e).filter((e) => typeof e == `number`);
  return Object.entries(e)
    .filter(([e, n]) => t.indexOf(+e) === -1)
    .map(([e, t]) => t);
}
function se(e, t) {
  return typeof t == `bigint` ? t.toString() : t;
}
var ce = class {
  constructor(e) {
    (this._getter = e), (this._value = void 0);
  }
  get value() {
    const e = this._getter;
    return e !== void 0 && ((this._value = e()), (this._getter = void 0)), this._value;
  }
};
function T(e) {
  return new ce(e);
}
function le(e) {
  return e == null;
}
function E(e) {
  const t = +!!e.startsWith(`^`),
    n = e.endsWith(`$`) ? e.length - 1 : e.length;
  return e.slice(t, n);
}
function ue(e, t, n) {
  Object.defineProperty(e, t, { value: n, writable: !0, enumerable: !0, configurable: !0 });
}
function de(e) {
  const t = Object.getOwnPropertyDescriptor(e, `shape`);
  return t?.get ? t.get.raw : t?.value;
}
function fe(e) {
  return de(e._zod.def) ?? e._zod.def.shape;
}
function pe(e, t, n) {
  Object.defineProperty(e, t, {
    get() {
      const e = n();
      return ue(this, t, e), e;
    },
    enumerable: !0,
    configurable: !0,
  });
}
function D(e, t, n) {
  t in e ? ue(e, t, n) : (e[t] = n);
}
function me(e, t, n, r) {
  const i = fe(t);
  for (const a of n) {
    const n = Object.getOwnPropertyDescriptor(i, a);
    n.enumerable &&
      (n.get
        ? pe(e, a, () => {
            const e = t._zod.def.shape[a];
            return r ? r(e, a) : e;
          })
        : D(e, a, r ? r(n.value, a) : n.value));
  }
}
function he(e, t) {
  for (const n of Reflect.ownKeys(t)) {
    const r = Object.getOwnPropertyDescriptor(t, n);
    r.enumerable && (r.get ? pe(e, n, () => t[n]) : D(e, n, r.value));
  }
}
function ge(...e) {
  const t = {};
  for (const n of e) {
    const e = Object.getOwnPropertyDescriptors(n);
    Object.assign(t, e);
  }
  return Object.defineProperties({}, t);
}
var _e = `captureStackTrace` in Error ? Error.captureStackTrace : (...e) => {};
function ve(e) {
  return typeof e == `object` && !!e && !Array.isArray(e);
}
function ye(e) {
  if (ve(e) === !1) return !1;
  const t = e.constructor;
  if (t === void 0 || typeof t != `function`) return !0;
  const n = t.prototype;
  return ve(n) !== !1 && Object.hasOwn(n, `isPrototypeOf`) !== !1;
}
function be(e) {
  return ye(e)
    ? { ...e }
    : Array.isArray(e)
      ? [...e]
      : e instanceof Map
        ? new Map(e)
        : e instanceof Set
          ? new Set(e)
          : e;
}
var xe = new Set([`string`, `number`, `symbol`]);
function Se(e) {
  return e.replace(/[.*+?^${}()|[\]\\]/g, `\\$&`);
}
function Ce(e, t, n) {
  const r = new e._zod.constr(t ?? e._zod.def);
  return (!t || n?.parent) && (r._zod.parent = e), r;
}
function O(e) {
  const t = e;
  if (!t) return {};
  if (typeof t == `string`) return { error: () => t };
  if (t?.message !== void 0) {
    if (t?.error !== void 0) throw Error('Cannot specify both `message` and `error` params');
    t.error = t.message;
  }
  return delete t.message, typeof t.error == `string` ? { ...t, error: () => t.error } : t;
}
function we(e) {
  return Object.keys(e).filter((t) => e[t]._zod.optin !== void 0 && e[t]._zod.optout === `optional`);
}
var Te = {
  safeint: [-(2 ** 53 - 1), 2 ** 53 - 1],
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
  float32: [-34028234663852886e22, 34028234663852886e22],
  float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
};
function Ee(e, t) {
  const n = e._zod.def,
    r = n.checks;
  if (r && r.length > 0) throw Error(`.pick() cannot be used on object schemas containing refinements`);
  const i = {};
  return me(i, e, De(e, t)), Ce(e, ge(n, { shape: i, checks: [] }));
}
function De(e, t) {
  const n = fe(e),
    r = [];
  for (const e of Reflect.ownKeys(t)) {
    if (!Object.getOwnPropertyDescriptor(n, e)?.enumerable) throw Error(`Unrecognized key: "${String(e)}"`);
    t[e] && r.push(e);
  }
  return r;
}
function Oe(e, t) {
  if (!ye(t)) throw Error(`Invalid input to extend: expected a plain object`);
  const n = e._zod.def.checks;
  if (n && n.length > 0) {
    const n = fe(e);
    for (const e of Reflect.ownKeys(t))
      if (Object.getOwnPropertyDescriptor(n, e) !== void 0)
        throw Error('Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.');
  }
  return Ce(e, ge(e._zod.def, { shape: ke(e, t) }));
}
function ke(e, t) {
  const n = {};
  return me(n, e, Reflect.ownKeys(fe(e))), he(n, t), n;
}
function Ae(e, t = 0) {
  if (e.aborted === !0) return !0;
  for (let n = t; n < e.issues.length; n++) if (e.issues[n]?.continue !== !0) return !0;
  return !1;
}
function je(e, t = 0) {
  if (e.aborted === !0) return !0;
  for (let n = t; n < e.issues.length; n++) if (e.issues[n]?.continue === !1) return !0;
  return !1;
}
function Me(e, t) {
  return t.map((t) => {
    var n;
    return (n = t).path ?? (n.path = []), t.path.unshift(e), t;
  });
}
function Ne(e) {
  return typeof e == `string` ? e : e?.message;
}
function Pe(e) {
  const t = [];
  for (const n of e ?? []) {
    const e = n._zod.def;
    if (!/_(length|size)$|_equals$/.test(e.check)) break;
    const r = e.maximum ?? e.length ?? e.size;
    r >= 0 && t.push([r, n]);
  }
  return t;
}
function Fe(e, t, n) {
  var r;
  for (let i = t; i < e.length; i++) (r = e[i]).schema ?? (r.schema = n);
}
function Ie(e, t, n) {
  var r;
  const i = e.inst?._zod?.traits;
  i?.has(`$ZodType`) && (i.has(`$ZodCheck`) ? ((r = e).schema ?? (r.schema = e.inst)) : (e.schema = e.inst));
  const a = e.schema === e.inst ? void 0 : e.schema?._zod.def?.error,
    o = e.message
      ? e.message
      : (Ne(e.inst?._zod.def?.error?.(e)) ??
        Ne(a?.(e)) ??
        Ne(t?.error?.(e)) ??
        Ne(n.customError?.(e)) ??
        Ne(n.localeError?.(e)) ??
        `Invalid input`),
    s = {};
  for (const t of Object.keys(e))
    t !== `inst` && t !== `schema` && t !== `continue` && t !== `input` && t !== `__proto__` && (s[t] = e[t]);
  return (s.path ??= []), (s.message = o), t?.reportInput && (s.input = e.input), s;
}
var Le = /[\uD800-\uDBFF]/;
function Re(e) {
  const t = e.length;
  if (!Le.test(e)) return t;
  let n = t;
  for (let r = 0; r < t - 1; r++)
    (e.charCodeAt(r) & 64512) == 55296 && (e.charCodeAt(r + 1) & 64512) == 56320 && (n--, r++);
  return n;
}
function ze(e) {
  return Array.isArray(e) ? `array` : typeof e == `string` ? `string` : `unknown`;
}
function Be(...e) {
  const [t, n, r] = e;
  return typeof t == `string` ? { message: t, code: `custom`, input: n, inst: r } : { ...t };
}
function Ve(e, t) {
  for (const n in t) {
    const r = Object.getOwnPropertyDescriptor(t, n);
    r.get ? Object.defineProperty(e, n, { ...r, enumerable: !1 }) : We(e, n, r.value);
  }
}
function He(e, t, n, r = !0) {
  return Object.defineProperty(e, t, { configurable: !0, writable: !0, enumerable: r, value: n }), n;
}
function Ue(e, t, n) {
  return He(e, t, n, !1);
}
function We(e, t, n) {
  Object.defineProperty(e, t, {
    configurable: !0,
    get() {
      return this == null ? n : He(this, t, n.bind(this));
    },
    set(e) {
      He(this, t, e);
    },
  });
}
function Ge(e, t) {
  const n = Object.getPrototypeOf(e);
  return t in n ? void 0 : n;
}
var Ke,
  qe = !1,
  Je = {
    configurable: !0,
    get() {
      qe = !0;
    },
  };
function k(e, t, n) {
  const r = Object.getPrototypeOf(e._zod);
  t in r && Ke !== e._zod
    ? (Ke = void 0)
    : ((Ke = e._zod),
      Object.defineProperty(r, t, {
        configurable: !0,
        get() {
          Object.defineProperty(this, t, Je);
          const e = qe;
          qe = !1;
          try {
            const r = n(this);
            return (
              qe ? delete this[t] : Object.defineProperty(this, t, { configurable: !0, writable: !0, value: r }),
              (qe ||= e),
              r
            );
          } catch (n) {
            throw (delete this[t], (qe ||= e), n);
          }
        },
        set(e) {
          Object.defineProperty(this, t, { configurable: !0, writable: !0, value: e });
        },
      }));
}
function Ye(e, t, n, r) {
  const i = Ge(e, t);
  i &&
    Object.defineProperty(i, t, {
      configurable: !0,
      get() {
        const e = { configurable: !0, writable: !0, enumerable: r, value: void 0 };
        return Object.defineProperty(this, t, e), (e.value = n(this)), Object.defineProperty(this, t, e), e.value;
      },
      set(e) {
        Object.defineProperty(this, t, { configurable: !0, writable: !0, enumerable: r, value: e });
      },
    });
}
var Xe = `~constantCatch`;
function Ze(e) {
  const t = () => e;
  return (t[Xe] = !0), t;
}
var Qe,
  $e = { value: void 0, enumerable: !1 },
  et = `captureStackTrace` in Error ? Error : null;
function tt(e) {
  const t = et;
  if (t) {
    const n = t.stackTraceLimit;
    if (typeof n == `number`) {
      try {
        t.stackTraceLimit = 0;
      } catch {
        return (et = null), new e();
      }
      try {
        return new e();
      } finally {
        t.stackTraceLimit = n;
      }
    }
  }
  return new e();
}
function A(e, t, n, r) {
  const i = {};
  function a(e) {
    (this.def = e), (this.constr = d), (this.traits = new Set());
  }
  a.prototype = i;
  const o = n,
    s = o && new WeakSet();
  function c(n, r) {
    if (!n._zod) {
      $e.value = new a(r);
      try {
        Object.defineProperty(n, '_zod', $e);
      } finally {
        $e.value = void 0;
      }
    } else if (n._zod.traits.has(e)) return;
    if ((n._zod.traits.add(e), t(n, r), s)) {
      let e = Object.getPrototypeOf(n),
        t = n._zod.constr.prototype,
        r = e;
      for (; r && r !== t; ) r = Object.getPrototypeOf(r);
      const i = r ?? e;
      s.has(i) || (s.add(i), Ve(i, o));
    }
    const i = d.prototype;
    for (const e in i) Object.hasOwn(i, e) && (e in n || (n[e] = i[e].bind(n)));
  }
  const l = r?.Parent ?? Object;
  class u extends l {}
  Object.defineProperty(u, 'name', { value: e });
  function d(e) {
    const t = r?.Parent ? tt(u) : this;
    c(t, e);
    const n = t._zod.deferred;
    if (n) {
      for (const e of n) e();
      t._zod.deferred = void 0;
    }
    const i = globalThis.__zod_globalConfig?.postProcessor;
    return i && i(t), t;
  }
  return (
    Object.defineProperty(d, 'init', { value: c }),
    Object.defineProperty(d, Symbol.hasInstance, {
      value: (t) => (r?.Parent && t instanceof r.Parent ? !0 : t?._zod?.traits?.has(e)),
    }),
    Object.defineProperty(d, 'name', { value: e }),
    d
  );
}
var nt = class extends Error {
  constructor() {
    super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
  }
};
(Qe = globalThis).__zod_globalConfig ?? (Qe.__zod_globalConfig = {});
var rt = globalThis.__zod_globalConfig;
function it(e) {
  return e && Object.assign(rt, e), rt;
}
function at() {
  const e = this._zod;
  return (e.message ??= JSON.stringify(e.def, se, 2)), e.message;
}
function ot(e) {
  this._zod.message = e;
}
var st = { get: at, set: ot, enumerable: !0, configurable: !0 },
  ct = { value: void 0, enumerable: !1 },
  lt = new WeakSet([Object.prototype, Error.prototype]),
  ut = A(
    `$ZodError`,
    (e, t) => {
      (e.name = `$ZodError`),
        (ct.value = t),
        Object.defineProperty(e, 'issues', ct),
        (ct.value = void 0),
        Object.defineProperty(e, 'message', st);
      const n = Object.getPrototypeOf(e);
      lt.has(n) ||
        (lt.add(n),
        Object.defineProperty(n, 'toString', {
          configurable: !0,
          enumerable: !1,
          get() {
            const e = () => this.message;
            return Object.defineProperty(this, 'toString', { value: e, configurable: !0, writable: !0 }), e;
          },
          set(e) {
            Object.defineProperty(this, 'toString', { value: e, configurable: !0, writable: !0 });
          },
        }));
    },
    void 0,
    { Parent: Error },
  ),
  dt = ((e) => {
    const t = (n, r, i, a) => {
      const o = i ? { ...i, async: !1 } : { async: !1 },
        s = n._zod.run({ value: r, issues: [] }, o);
      if (s instanceof Promise) throw new nt();
      if (s.issues.length) {
        const n = new (a?.Err ?? e)(s.issues.map((e) => Ie(e, o, it())));
        throw (_e(n, a?.callee ?? t), n);
      }
      return s.value;
    };
    return t;
  })(ut),
  ft = ((e) => {
    const t = async (n, r, i, a) => {
      let o = i ? { ...i, async: !0 } : { async: !0 },
        s = n._zod.run({ value: r, issues: [] }, o);
      if ((s instanceof Promise && (s = await s), s.issues.length)) {
        const n = new (a?.Err ?? e)(s.issues.map((e) => Ie(e, o, it())));
        throw (_e(n, a?.callee ?? t), n);
      }
      return s.value;
    };
    return t;
  })(ut),
  pt = ((e) => (t, n, r) => {
    const i = r ? { ...r, async: !1 } : { async: !1 },
      a = t._zod.run({ value: n, issues: [] }, i);
    if (a instanceof Promise) throw new nt();
    return a.issues.length ? mt(e, a.issues, i) : { success: !0, data: a.value };
  })(ut);
function mt(e, t, n) {
  let r;
  return {
    success: !1,
    get error() {
      return r || ((r = new e(t.map((e) => Ie(e, n, it())))), (t = void 0), (n = void 0)), r;
    },
    set error(e) {
      (r = e), (t = void 0), (n = void 0);
    },
  };
}
var ht = ((e) => async (t, n, r) => {
    let i = r ? { ...r, async: !0 } : { async: !0 },
      a = t._zod.run({ value: n, issues: [] }, i);
    return a instanceof Promise && (a = await a), a.issues.length ? mt(e, a.issues, i) : { success: !0, data: a.value };
  })(ut),
  gt = /^[\s\S]{0,}$/,
  _t = /^-?\d+(?:\.\d+)?$/,
  vt = /^(?:true|false)$/i,
  yt = A(`$ZodCheck`, (e, t) => {
    var n;
    (e._zod ??= {}), (e._zod.def = t), (n = e._zod).onattach ?? (n.onattach = []);
  }),
  bt = (e) => {
    const t = e.value;
    return !le(t) && t.length !== void 0;
  },
  xt = { number: `number`, bigint: `bigint`, object: `date` },
  St = A(`$ZodCheckLessThan`, (e, t) => {
    yt.init(e, t);
    const n = xt[typeof t.value];
    e._zod.check = (r) => {
      (t.inclusive ? r.value <= t.value : r.value < t.value) ||
        r.issues.push({
          origin: xt[typeof r.value] ?? n,
          code: `too_big`,
          maximum: typeof t.value == `object` ? t.value.getTime() : t.value,
          input: r.value,
          inclusive: t.inclusive,
          inst: e,
          continue: !t.abort,
        });
    };
  }),
  Ct = A(`$ZodCheckGreaterThan`, (e, t) => {
    yt.init(e, t);
    const n = xt[typeof t.value];
    e._zod.check = (r) => {
      (t.inclusive ? r.value >= t.value : r.value > t.value) ||
        r.issues.push({
          origin: xt[typeof r.value] ?? n,
          code: `too_small`,
          minimum: typeof t.value == `object` ? t.value.getTime() : t.value,
          input: r.value,
          inclusive: t.inclusive,
          inst: e,
          continue: !t.abort,
        });
    };
  }),
  wt = A(`$ZodCheckNumberFormat`, (e, t) => {
    yt.init(e, t), (t.format = t.format || `float64`);
    const n = t.format?.includes(`int`),
      r = n ? `int` : `number`,
      [i, a] = Te[t.format];
    e._zod.check = (o) => {
      const s = o.value;
      if (n) {
        if (!Number.isInteger(s)) {
          o.issues.push({ expected: r, format: t.format, code: `invalid_type`, continue: !1, input: s, inst: e });
          return;
        }
        if (!Number.isSafeInteger(s)) {
          s > 0
            ? o.issues.push({
                input: s,
                code: `too_big`,
                maximum: 2 ** 53 - 1,
                note: `Integers must be within the safe integer range.`,
                inst: e,
                origin: r,
                inclusive: !0,
                continue: !t.abort,
              })
            : o.issues.push({
                input: s,
                code: `too_small`,
                minimum: -(2 ** 53 - 1),
                note: `Integers must be within the safe integer range.`,
                inst: e,
                origin: r,
                inclusive: !0,
                continue: !t.abort,
              });
          return;
        }
      }
      s < i &&
        o.issues.push({
          origin: `number`,
          input: s,
          code: `too_small`,
          minimum: i,
          inclusive: !0,
          inst: e,
          continue: !t.abort,
        }),
        s > a &&
          o.issues.push({
            origin: `number`,
            input: s,
            code: `too_big`,
            maximum: a,
            inclusive: !0,
            inst: e,
            continue: !t.abort,
          });
    };
  }),
  Tt = A(`$ZodCheckMaxLength`, (e, t) => {
    var n;
    yt.init(e, t),
      (n = e._zod.def).when ?? (n.when = bt),
      (e._zod.check = (n) => {
        const r = n.value,
          i = r.length;
        if ((typeof r == `string` && i > t.maximum ? Re(r) : i) <= t.maximum) return;
        const a = ze(r);
        n.issues.push({
          origin: a,
          code: `too_big`,
          maximum: t.maximum,
          inclusive: !0,
          input: r,
          inst: e,
          continue: !t.abort,
        });
      });
  }),
  Et = A(`$ZodCheckMinLength`, (e, t) => {
    var n;
    yt.init(e, t),
      (n = e._zod.def).when ?? (n.when = bt),
      (e._zod.check = (n) => {
        const r = n.value,
          i = r.length;
        if ((typeof r == `string` && i >= t.minimum && i < t.minimum * 2 ? Re(r) : i) >= t.minimum) return;
        const a = ze(r);
        n.issues.push({
          origin: a,
          code: `too_small`,
          minimum: t.minimum,
          inclusive: !0,
          input: r,
          inst: e,
          continue: !t.abort,
        });
      });
  }),
  Dt = A(`$ZodCheckStringFormat`, (e, t) => {
    var n, r;
    yt.init(e, t),
      t.pattern
        ? ((n = e._zod).check ??
          (n.check = (n) => {
            (t.pattern.lastIndex = 0),
              t.pattern.test(n.value) ||
                n.issues.push({
                  origin: `string`,
                  code: `invalid_format`,
                  format: t.format,
                  input: n.value,
                  ...(t.pattern ? { pattern: t.pattern.toString() } : {}),
                  inst: e,
                  continue: !t.abort,
                });
          }))
        : ((r = e._zod).check ?? (r.check = () => {}));
  }),
  Ot = A(`$ZodCheckRegex`, (e, t) => {
    Dt.init(e, t),
      (e._zod.check = (n) => {
        (t.pattern.lastIndex = 0),
          t.pattern.test(n.value) ||
            n.issues.push({
              origin: `string`,
              code: `invalid_format`,
              format: `regex`,
              input: n.value,
              pattern: t.pattern.toString(),
              inst: e,
              continue: !t.abort,
            });
      });
  }),
  kt = { major: 4, minor: 6, patch: 7 },
  j = A(
    `$ZodType`,
    (e, t) => {
      var n;
      (e ??= {}), (e._zod.def = t), (e._zod.bag = e._zod.bag || {}), (e._zod.version = kt);
      const r = e._zod.def.checks,
        i = e._zod.traits.has(`$ZodCheck`) ? [e, ...(r ?? [])] : r?.length ? [...r] : [];
      for (const t of i) for (const n of t._zod.onattach) n(e);
      if (i.length === 0)
        (n = e._zod).deferred ?? (n.deferred = []),
          e._zod.deferred?.push(() => {
            e._zod.run = e._zod.parse;
          });
      else {
        const t = (t, n, r) => {
            if (t.memo) return t;
            let i = Ae(t),
              a;
            for (const o of n) {
              if (o._zod.def.when) {
                if (je(t) || !o._zod.def.when(t)) continue;
              } else if (i) continue;
              const n = t.issues.length,
                s = o._zod.check(t);
              if (s instanceof Promise && r?.async === !1) throw new nt();
              if (a || s instanceof Promise)
                a = (a ?? Promise.resolve()).then(async () => {
                  await s, t.issues.length !== n && (Fe(t.issues, n, e), (i ||= Ae(t, n)));
                });
              else {
                if (t.issues.length === n) continue;
                Fe(t.issues, n, e), (i ||= Ae(t, n));
              }
            }
            return a ? a.then(() => t) : t;
          },
          n = (n, r, a) => {
            if (Ae(n)) return (n.aborted = !0), n;
            const o = t(r, i, a);
            if (o instanceof Promise) {
              if (a.async === !1) throw new nt();
              return o.then((t) => e._zod.parse(t, a));
            }
            return e._zod.parse(o, a);
          };
        e._zod.run = (r, a) => {
          if (a.skipChecks) return e._zod.parse(r, a);
          if (a.direction === `backward`) {
            const t = e._zod.parse({ value: r.value, issues: [] }, { ...a, skipChecks: !0 });
            return t instanceof Promise ? t.then((e) => n(e, r, a)) : n(t, r, a);
          }
          const o = e._zod.parse(r, a);
          if (o instanceof Promise) {
            if (a.async === !1) throw new nt();
            return o.then((e) => t(e, i, a));
          }
          return t(o, i, a);
        };
      }
    },
    {
      get '~standard'() {
        return Ue(this, `~standard`, Mt(this));
      },
      set '~standard'(e) {
        He(this, `~standard`, e);
      },
    },
  ),
  At = (e, t) => (e.issues.length ? { issues: e.issues.map((e) => Ie(e, t, it())) } : { value: e.value });
async function jt(e, t) {
  const n = { async: !0 };
  return At(await e._zod.run({ value: t, issues: [] }, n), n);
}
function Mt(e) {
  return {
    validate: (t) => {
      const n = { async: !1 };
      try {
        const r = e._zod.run({ value: t, issues: [] }, n);
        if (!(r instanceof Promise)) return At(r, n);
      } catch {}
      return jt(e, t);
    },
    vendor: `zod`,
    version: 1,
  };
}
var Nt = A(`$ZodString`, (e, t) => {
    j.init(e, t),
      (e._zod.pattern = t.pattern ?? gt),
      (e._zod.parse = (n, r) => {
        if (t.coerce)
          try {
            n.value = String(n.value);
          } catch {}
        return (
          typeof n.value == `string` ||
            n.issues.push({ expected: `string`, code: `invalid_type`, input: n.value, inst: e }),
          n
        );
      });
  }),
  Pt = A(`$ZodNumber`, (e, t) => {
    j.init(e, t),
      (e._zod.pattern = _t),
      (e._zod.parse = (n, r) => {
        if (t.coerce)
          try {
            n.value = Number(n.value);
          } catch {}
        const i = n.value;
        if (typeof i == `number` && !Number.isNaN(i) && Number.isFinite(i)) return n;
        const a = typeof i == `number` ? (Number.isNaN(i) ? `NaN` : Number.isFinite(i) ? void 0 : String(i)) : void 0;
        return (
          n.issues.push({ expected: `number`, code: `invalid_type`, input: i, inst: e, ...(a ? { received: a } : {}) }),
          n
        );
      });
  }),
  Ft = A(`$ZodNumberFormat`, (e, t) => {
    wt.init(e, t), Pt.init(e, t);
  }),
  It = A(`$ZodBoolean`, (e, t) => {
    j.init(e, t),
      (e._zod.pattern = vt),
      (e._zod.parse = (n, r) => {
        if (t.coerce)
          try {
            n.value = !!n.value;
          } catch {}
        const i = n.value;
        return (
          typeof i == `boolean` || n.issues.push({ expected: `boolean`, code: `invalid_type`, input: i, inst: e }), n
        );
      });
  }),
  Lt = A(`$ZodUnknown`, (e, t) => {
    j.init(e, t), (e._zod.parse = (e) => e);
  });
function Rt(e, t) {
  const n = Pe(e._zod.def.checks);
  if (!n.length) return;
  const r = Math.min(...n.map((e) => e[0])),
    i = e._zod.parse;
  e._zod.parse = (n, a) => {
    const o = t(n.value);
    if (o > r && !a?.skipChecks && a?.direction !== `backward`) {
      for (const [t, r] of Pe(e._zod.def.checks))
        if (o > t && r._zod.def.when(n)) {
          const t = n.issues.length;
          return r._zod.check(n), (n.issues[t].continue = !1), Fe(n.issues, t, e), n;
        }
    }
    return i(n, a);
  };
}
var zt = (e) => (Array.isArray(e) ? e.length : -1);
function Bt(e, t, n) {
  e.issues.length && t.issues.push(...Me(n, e.issues)), (t.value[n] = e.value);
}
var Vt = A(`$ZodArray`, (e, t) => {
  j.init(e, t);
  const n = rt.memoizer;
  n?.attach(e),
    (e._zod.parse = (r, i) => {
      const a = r.value;
      if (!Array.isArray(a)) return r.issues.push({ expected: `array`, code: `invalid_type`, input: a, inst: e }), r;
      r.value = n ? n.alloc(e, r, Array(a.length), i) : Array(a.length);
      const o = [],
        s = i?.abortEarly;
      for (let e = 0; e < a.length; e++) {
        const n = a[e],
          c = t.element._zod.run({ value: n, issues: [] }, i);
        if (c instanceof Promise) o.push(c.then((t) => Bt(t, r, e)));
        else if ((Bt(c, r, e), s && c.issues.length !== 0 && Ae(c))) break;
      }
      return o.length ? Promise.all(o).then(() => r) : r;
    }),
    Rt(e, zt);
});
function Ht(e, t, n, r, i, a) {
  const o = n in r,
    s = a === `optional`;
  if (o || !s || i !== `optional`) {
    if (e.issues.length) {
      if (i !== void 0 && s && !o) return;
      t.issues.push(...Me(n, e.issues));
    }
    !o && i === void 0
      ? e.issues.length || t.issues.push({ code: `invalid_type`, expected: `nonoptional`, input: void 0, path: [n] })
      : e.value === void 0
        ? (o || (i === `defaulted` && !s)) && (t.value[n] = void 0)
        : (t.value[n] = e.value);
  }
}
var Ut = [];
function Wt(e) {
  const t = Object.keys(e.shape),
    n = Object.getOwnPropertySymbols(e.shape),
    r = n.length ? n : Ut,
    i = r.length ? [...t, ...r] : t;
  for (const t of i)
    if (!e.shape?.[t]?._zod?.traits?.has(`$ZodType`))
      throw Error(`Invalid element at key "${String(t)}": expected a Zod schema`);
  const a = we(e.shape);
  return { ...e, allKeys: i, symbolKeys: r, keySet: new Set(t), numKeys: t.length, optionalKeys: new Set(a) };
}
function Gt(e, t, n, r, i, a, o) {
  let s = [],
    c = i.keySet,
    l = i.catchall._zod,
    u = l.def.type,
    d = l.optin,
    f = l.optout,
    p = 0;
  for (const i in t) {
    if (o && n.issues.length !== p) {
      if (Ae(n, p)) break;
      p = n.issues.length;
    }
    if (c.has(i)) continue;
    if (i === `__proto__`) {
      u === `never` && s.push(i);
      continue;
    }
    if (u === `never`) {
      s.push(i);
      continue;
    }
    const a = l.run({ value: t[i], issues: [] }, r);
    a instanceof Promise ? e.push(a.then((e) => Ht(e, n, i, t, d, f))) : Ht(a, n, i, t, d, f);
  }
  return (
    s.length && n.issues.push({ code: `unrecognized_keys`, keys: s, input: t, inst: a, continue: !0 }),
    e.length ? Promise.all(e).then(() => n) : n
  );
}
var Kt = A(`$ZodObject`, (e, t) => {
  j.init(e, t);
  const n = Object.getOwnPropertyDescriptor(t, `shape`),
    r = n?.get ? n.get.raw : (t.shape ?? {});
  if (r) {
    const e = () => {
      const n = { ...r };
      return Object.defineProperty(t, 'shape', { value: n }), (e.raw = n), n;
    };
    (e.raw = r), Object.defineProperty(t, 'shape', { get: e });
  }
  const i = T(() => Wt(t));
  k(e, `propValues`, (e) => {
    const t = e.def.shape,
      n = {};
    for (const e in t) {
      const r = t[e]._zod;
      if (r.values) {
        Object.hasOwn(n, e) || ue(n, e, new Set());
        for (const t of r.values) n[e].add(t);
        r.optin !== void 0 && n[e].add(void 0);
      }
    }
    return n;
  });
  let a = ve,
    o = t.catchall,
    s,
    c = rt.memoizer;
  c?.attach(e),
    (e._zod.parse = (t, n) => {
      s ??= i.value;
      const r = t.value;
      if (!a(r)) return t.issues.push({ expected: `object`, code: `invalid_type`, input: r, inst: e }), t;
      t.value = c ? c.alloc(e, t, {}, n) : {};
      let l = [],
        u = s.shape,
        d = n?.abortEarly,
        f = t.issues.length;
      for (const e of s.allKeys) {
        if (d && t.issues.length !== f) {
          if (Ae(t, f)) break;
          f = t.issues.length;
        }
        if (e === `__proto__`) continue;
        const i = u[e],
          a = i._zod.optin,
          o = i._zod.optout,
          s = i._zod.run({ value: r[e], issues: [] }, n);
        s instanceof Promise ? l.push(s.then((n) => Ht(n, t, e, r, a, o))) : Ht(s, t, e, r, a, o);
      }
      return o ? Gt(l, r, t, n, i.value, e, d === !0) : l.length ? Promise.all(l).then(() => t) : t;
    });
});
function qt(e, t, n, r) {
  for (const n of e) if (n.issues.length === 0) return (t.value = n.value), t;
  const i = e.filter((e) => !Ae(e));
  return i.length === 1
    ? ((t.value = i[0].value), i[0])
    : (t.issues.push({
        code: `invalid_union`,
        input: t.value,
        inst: n,
        errors: e.map((e) => e.issues.map((e) => Ie(e, r, it()))),
      }),
      t);
}
var Jt = A(`$ZodUnion`, (e, t) => {
  j.init(e, t),
    k(e, `optin`, (e) =>
      e.def.options.some((e) => e._zod.optin === `defaulted`)
        ? `defaulted`
        : e.def.options.some((e) => e._zod.optin !== void 0)
          ? `optional`
          : void 0,
    ),
    k(e, `optout`, (e) => (e.def.options.some((e) => e._zod.optout === `optional`) ? `optional` : void 0)),
    k(e, `values`, (e) => {
      if (e.def.options.every((e) => e._zod.values))
        return new Set(e.def.options.flatMap((e) => Array.from(e._zod.values)));
    }),
    k(e, `pattern`, (e) => {
      if (e.def.options.every((e) => e._zod.pattern)) {
        const t = e.def.options.map((e) => e._zod.pattern);
        return RegExp(`^(${t.map((e) => E(e.source)).join(`|`)})$`);
      }
    });
  const n = t.options.length === 1 ? t.options[0]._zod.run : null;
  e._zod.parse = (r, i) => {
    if (n) return n(r, i);
    let a = !1,
      o = [];
    for (const e of t.options) {
      const t = e._zod.run({ value: r.value, issues: [] }, i);
      if (t instanceof Promise) o.push(t), (a = !0);
      else {
        if (t.issues.length === 0) return t;
        o.push(t);
      }
    }
    return a ? Promise.all(o).then((t) => qt(t, r, e, i)) : qt(o, r, e, i);
  };
});
function Yt(e) {
  const t = new Map();
  for (const n of e.options) {
    const r = n._zod.propValues?.[e.discriminator];
    if (!r || r.size === 0) throw Error(`Invalid discriminated union option at index "${e.options.indexOf(n)}"`);
    for (const e of r)
      if (t.has(e)) {
        if (e !== void 0) throw Error(`Duplicate discriminator value "${String(e)}"`);
        t.set(e, null);
      } else t.set(e, n);
  }
  return t;
}
var Xt = A(`$ZodDiscriminatedUnion`, (e, t) => {
    (t.inclusive = !1), Jt.init(e, t);
    const n = e._zod.parse;
    k(e, `propValues`, (e) => {
      let t = {},
        n = 0;
      for (const r of e.def.options) {
        const i = r._zod.propValues;
        if (!i || Object.keys(i).length === 0)
          throw Error(`Invalid discriminated union option at index "${e.def.options.indexOf(r)}"`);
        i[e.def.discriminator]?.has(void 0) && n++;
        for (const [e, n] of Object.entries(i)) {
          Object.hasOwn(t, e) || ue(t, e, new Set());
          for (const r of n) t[e].add(r);
        }
      }
      return !e.def.unionFallback && n > 1 && t[e.def.discriminator]?.delete(void 0), t;
    }),
      t.options.forEach((e, n) => {
        const r = de(e._zod.def);
        if (r && !Object.hasOwn(r, t.discriminator)) throw Error(`Invalid discriminated union option at index "${n}"`);
      });
    const r = T(() => Yt(t));
    e._zod.parse = (i, a) => {
      const o = i.value;
      if (!ve(o)) return i.issues.push({ code: `invalid_type`, expected: `object`, input: o, inst: e }), i;
      const s = o?.[t.discriminator],
        c = r.value.get(s);
      return c && (s !== void 0 || a.direction !== `backward`)
        ? c._zod.run(i, a)
        : t.unionFallback || a.direction === `backward`
          ? n(i, a)
          : (i.issues.push({
              code: `invalid_union`,
              errors: [],
              note: `No matching discriminator`,
              discriminator: t.discriminator,
              options: Array.from(r.value.keys()).filter((e) => r.value.get(e) !== null),
              input: o,
              path: [t.discriminator],
              inst: e,
            }),
            i);
    };
  }),
  Zt = A(`$ZodEnum`, (e, t) => {
    j.init(e, t);
    const n = oe(t.entries),
      r = new Set(n);
    (e._zod.values = r),
      k(e, `pattern`, (e) => {
        const t = oe(e.def.entries).filter((e) => xe.has(typeof e));
        return RegExp(t.length ? `^(${t.map((e) => Se(e.toString())).join(`|`)})$` : `^[^\\s\\S]$`);
      }),
      (e._zod.parse = (t, i) => {
        const a = t.value;
        return r.has(a) || t.issues.push({ code: `invalid_value`, values: n, input: a, inst: e }), t;
      });
  }),
  Qt = A(`$ZodLiteral`, (e, t) => {
    j.init(e, t);
    const n = new Set(t.values);
    (e._zod.values = n),
      k(e, `pattern`, (e) => {
        const t = e.def.values;
        return RegExp(
          t.length
            ? `^(${t.map((e) => (typeof e == `string` ? Se(e) : e ? Se(e.toString()) : String(e))).join(`|`)})$`
            : `^[^\\s\\S]$`,
        );
      }),
      (e._zod.parse = (r, i) => {
        const a = r.value;
        return n.has(a) || r.issues.push({ code: `invalid_value`, values: t.values, input: a, inst: e }), r;
      });
  });
function $t(e, t) {
  return (e.value = t.issues.length ? void 0 : t.value), e;
}
var en = A(`$ZodOptional`, (e, t) => {
    j.init(e, t),
      k(e, `optin`, (e) => (e.def.innerType._zod.optin === `defaulted` ? `defaulted` : `optional`)),
      (e._zod.optout = `optional`),
      k(e, `values`, (e) => {
        const t = e.def.innerType._zod.values;
        return t ? new Set([...t, void 0]) : void 0;
      }),
      k(e, `pattern`, (e) => {
        const t = e.def.innerType._zod.pattern;
        return t ? RegExp(`^(${E(t.source)})?$`) : void 0;
      }),
      (e._zod.parse = (e, n) => {
        if (e.value === void 0) {
          if (t.innerType._zod.optin !== `defaulted`) return e;
          const r = t.innerType._zod.run({ value: e.value, issues: [] }, n);
          return r instanceof Promise ? r.then((t) => $t(e, t)) : $t(e, r);
        }
        return t.innerType._zod.run(e, n);
      });
  }),
  tn = A(`$ZodDefault`, (e, t) => {
    j.init(e, t),
      (e._zod.optin = `defaulted`),
      k(e, `values`, (e) => e.def.innerType._zod.values),
      (e._zod.parse = (e, n) => {
        if (n.direction === `backward`) return t.innerType._zod.run(e, n);
        if (e.value === void 0) return (e.value = t.defaultValue), e;
        const r = t.innerType._zod.run(e, n);
        return r instanceof Promise ? r.then((e) => nn(e, t)) : nn(r, t);
      });
  });
function nn(e, t) {
  return e.value === void 0 && (e.value = t.defaultValue), e;
}
function rn(e, t, n, r) {
  return t.issues.length
    ? ((e.value = n.catchValue({
        ...t,
        value: e.value,
        error: { issues: t.issues.map((e) => Ie(e, r, it())) },
        input: e.value,
      })),
      e)
    : ((e.value = t.value), t.memo && (e.memo = !0), e);
}
var an = A(`$ZodCatch`, (e, t) => {
    j.init(e, t),
      k(e, `optin`, (e) => (e.def.innerType._zod.optin === `defaulted` ? `defaulted` : `optional`)),
      k(e, `optout`, (e) => e.def.innerType._zod.optout),
      k(e, `values`, (e) => e.def.innerType._zod.values),
      (e._zod.parse = (e, n) => {
        if (n.direction === `backward`) return t.innerType._zod.run(e, n);
        const r = t.innerType._zod.run({ value: e.value, issues: [] }, n);
        return r instanceof Promise ? r.then((r) => rn(e, r, t, n)) : rn(e, r, t, n);
      });
  }),
  on = A(`$ZodPipe`, (e, t) => {
    j.init(e, t),
      k(e, `values`, (e) => e.def.in._zod.values),
      k(e, `optin`, (e) => e.def.in._zod.optin),
      k(e, `optout`, (e) => e.def.out._zod.optout),
      k(e, `propValues`, (e) => e.def.in._zod.propValues),
      (e._zod.parse = (e, n) => {
        if (n.direction === `backward`) {
          const r = t.out._zod.run(e, n);
          return r instanceof Promise ? r.then((e) => sn(e, t.in, n)) : sn(r, t.in, n);
        }
        const r = t.in._zod.run(e, n);
        return r instanceof Promise ? r.then((e) => sn(e, t.out, n)) : sn(r, t.out, n);
      });
  });
function sn(e, t, n) {
  return e.issues.some((e) => e.code !== `unrecognized_keys`)
    ? ((e.aborted = !0), e)
    : t._zod.run({ value: e.value, issues: e.issues }, n);
}
var cn = A(`$ZodCodec`, (e, t) => {
  j.init(e, t),
    k(e, `values`, (e) => e.def.in._zod.values),
    k(e, `optin`, (e) => e.def.in._zod.optin),
    k(e, `optout`, (e) => e.def.out._zod.optout),
    k(e, `propValues`, (e) => e.def.in._zod.propValues),
    (e._zod.parse = (e, n) => {
      if ((n.direction || `forward`) === `forward`) {
        const r = t.in._zod.run(e, n);
        return r instanceof Promise ? r.then((e) => ln(e, t, n)) : ln(r, t, n);
      }
      {
        const r = t.out._zod.run(e, n);
        return r instanceof Promise ? r.then((e) => ln(e, t, n)) : ln(r, t, n);
      }
    });
});
function ln(e, t, n) {
  if (e.issues.length) return (e.aborted = !0), e;
  if ((n.direction || `forward`) === `forward`) {
    const r = t.transform(e.value, e);
    return r instanceof Promise ? r.then((r) => un(e, r, t.out, n)) : un(e, r, t.out, n);
  }
  {
    const r = t.reverseTransform(e.value, e);
    return r instanceof Promise ? r.then((r) => un(e, r, t.in, n)) : un(e, r, t.in, n);
  }
}
function un(e, t, n, r) {
  return e.issues.length ? ((e.aborted = !0), e) : n._zod.run({ value: t, issues: e.issues }, r);
}
var dn = A(`$ZodCustom`, (e, t) => {
  yt.init(e, t),
    j.init(e, t),
    (e._zod.parse = (e, t) => e),
    (e._zod.check = (n) => {
      const r = n.value,
        i = t.fn(r);
      if (i instanceof Promise) return i.then((t) => fn(t, n, r, e));
      fn(i, n, r, e);
    });
});
function fn(e, t, n, r) {
  if (!e) {
    const e = { code: `custom`, input: n, inst: r, path: [...(r._zod.def.path ?? [])], continue: !r._zod.def.abort };
    r._zod.def.params && (e.params = r._zod.def.params), t.issues.push(Be(e));
  }
}
function pn(e) {
  return (e.checks &&= [...e.checks]), e;
}
function mn(e, t) {
  return new e(pn({ type: `string`, ...O(t) }));
}
function hn(e, t) {
  return new e(pn({ type: `number`, checks: [], ...O(t) }));
}
function gn(e, t) {
  return new e(pn({ type: `number`, coerce: !0, checks: [], ...O(t) }));
}
function _n(e, t) {
  return new e({ type: `number`, check: `number_format`, abort: !1, format: `safeint`, ...O(t) });
}
function vn(e, t) {
  return new e({ type: `number`, check: `number_format`, abort: !1, format: `int32`, ...O(t) });
}
function yn(e, t) {
  return new e({ type: `number`, check: `number_format`, abort: !1, format: `uint32`, ...O(t) });
}
function bn(e, t) {
  return new e({ type: `boolean`, ...O(t) });
}
function xn(e) {
  return new e({ type: `unknown` });
}
function Sn(e, t) {
  return new St({ check: `less_than`, ...O(t), value: e, inclusive: !0 });
}
function Cn(e, t) {
  return new Ct({ check: `greater_than`, ...O(t), value: e, inclusive: !1 });
}
function M(e, t) {
  return new Ct({ check: `greater_than`, ...O(t), value: e, inclusive: !0 });
}
function wn(e, t) {
  return new Tt({ check: `max_length`, ...O(t), maximum: e });
}
function Tn(e, t) {
  return new Et({ check: `min_length`, ...O(t), minimum: e });
}
function En(e, t) {
  return new Ot({ check: `string_format`, format: `regex`, ...O(t), pattern: e });
}
function Dn(e, t, n) {
  return new e({ type: `custom`, check: `custom`, fn: t, ...O(n) });
}
function On(e, t) {
  let n = O(t),
    r = n.truthy ?? [`true`, `1`, `yes`, `on`, `y`, `enabled`],
    i = n.falsy ?? [`false`, `0`, `no`, `off`, `n`, `disabled`];
  n.case !== `sensitive` &&
    ((r = r.map((e) => (typeof e == `string` ? e.toLowerCase() : e))),
    (i = i.map((e) => (typeof e == `string` ? e.toLowerCase() : e))));
  const a = new Set(r),
    o = new Set(i),
    s = e.Codec ?? cn,
    c = e.Boolean ?? It,
    l = new s({
      type: `pipe`,
      in: new (e.String ?? Nt)({ type: `string`, error: n.error }),
      out: new c({ type: `boolean`, error: n.error }),
      transform: (e, t) => {
        let r = e;
        return (
          n.case !== `sensitive` && (r = r.toLowerCase()),
          a.has(r)
            ? !0
            : !o.has(r) &&
              (t.issues.push({
                code: `invalid_value`,
                expected: `stringbool`,
                values: [...a, ...o],
                input: t.value,
                inst: l,
                continue: !1,
              }),
              {})
        );
      },
      reverseTransform: (e, t) => (e === !0 ? r[0] || `true` : i[0] || `false`),
      error: n.error,
    });
  return (l._zod.bag.truthy = r), (l._zod.bag.falsy = i), (l._zod.bag.case = n.case ?? `insensitive`), l;
}
var N = A(
    `ZodMiniType`,
    (e, t) => {
      if (!e._zod) throw Error(`Uninitialized schema in ZodMiniType.`);
      j.init(e, t), (e.def = t), (e.type = t.type);
    },
    {
      get with() {
        return this.check;
      },
      set with(e) {
        He(this, `with`, e);
      },
      parse(e, t) {
        return dt(this, e, t, { callee: this.parse });
      },
      parseAsync(e, t) {
        return ft(this, e, t, { callee: this.parseAsync });
      },
      safeParse(e, t) {
        return pt(this, e, t);
      },
      safeParseAsync(e, t) {
        return ht(this, e, t);
      },
      check(...e) {
        const t = this.def;
        return this.clone(
          {
            ...t,
            checks: [
              ...(t.checks ?? []),
              ...e.map((e) =>
                typeof e == `function` ? { _zod: { check: e, def: { check: `custom` }, onattach: [] } } : e,
              ),
            ],
          },
          { parent: !0 },
        );
      },
      clone(e, t) {
        return Ce(this, e, t);
      },
      brand() {
        return this;
      },
      register(e, t) {
        return e.add(this, t), this;
      },
      apply(e, ...t) {
        return t.length === 0 ? e(this) : e(this, ...t);
      },
    },
  ),
  kn = A(`ZodMiniString`, (e, t) => {
    Nt.init(e, t), N.init(e, t);
  });
function P(e) {
  return mn(kn, e);
}
var An = A(`ZodMiniNumber`, (e, t) => {
  Pt.init(e, t), N.init(e, t);
});
function F(e) {
  return hn(An, e);
}
var jn = A(`ZodMiniNumberFormat`, (e, t) => {
  Ft.init(e, t), An.init(e, t);
});
function I(e) {
  return _n(jn, e);
}
function Mn(e) {
  return vn(jn, e);
}
function Nn(e) {
  return yn(jn, e);
}
var Pn = A(`ZodMiniBoolean`, (e, t) => {
  It.init(e, t), N.init(e, t);
});
function L(e) {
  return bn(Pn, e);
}
var Fn = A(`ZodMiniUnknown`, (e, t) => {
  Lt.init(e, t), N.init(e, t);
});
function In() {
  return xn(Fn);
}
var Ln = A(`ZodMiniArray`, (e, t) => {
  Vt.init(e, t), N.init(e, t);
});
function Rn(e, t) {
  return new Ln({ type: `array`, element: e, ...O(t) });
}
var zn = A(`ZodMiniObject`, (e, t) => {
  Kt.init(e, t), N.init(e, t), Ye(e, `shape`, (e) => e._zod.def.shape, !1);
});
function R(e, t) {
  return new zn({ type: `object`, shape: e ?? {}, ...O(t) });
}
function Bn(e, t) {
  return Oe(e, t);
}
function Vn(e, t) {
  return Ee(e, t);
}
var Hn = A(`ZodMiniUnion`, (e, t) => {
  Jt.init(e, t), N.init(e, t);
});
function Un(e, t) {
  return new Hn({ type: `union`, options: e, ...O(t) });
}
var Wn = A(`ZodMiniDiscriminatedUnion`, (e, t) => {
  Xt.init(e, t), N.init(e, t);
});
function Gn(e, t, n) {
  return new Wn({ type: `union`, options: t, discriminator: e, ...O(n) });
}
var Kn = A(`ZodMiniEnum`, (e, t) => {
  Zt.init(e, t), N.init(e, t), (e.options = [...e._zod.values]);
});
function z(e, t) {
  return new Kn({ type: `enum`, entries: Array.isArray(e) ? Object.fromEntries(e.map((e) => [e, e])) : e, ...O(t) });
}
var qn = A(`ZodMiniLiteral`, (e, t) => {
  Qt.init(e, t), N.init(e, t);
});
function B(e, t) {
  return new qn({ type: `literal`, values: Array.isArray(e) ? e : [e], ...O(t) });
}
var Jn = A(`ZodMiniOptional`, (e, t) => {
  en.init(e, t), N.init(e, t);
});
function V(e) {
  return new Jn({ type: `optional`, innerType: e });
}
var Yn = A(`ZodMiniDefault`, (e, t) => {
  tn.init(e, t), N.init(e, t);
});
function H(e, t) {
  return new Yn({
    type: `default`,
    innerType: e,
    get defaultValue() {
      return typeof t == `function` ? t() : be(t);
    },
  });
}
var Xn = A(`ZodMiniCatch`, (e, t) => {
  an.init(e, t), N.init(e, t);
});
function Zn(e, t) {
  return new Xn({ type: `catch`, innerType: e, catchValue: typeof t == `function` ? t : Ze(t) });
}
var Qn = A(`ZodMiniPipe`, (e, t) => {
    on.init(e, t), N.init(e, t);
  }),
  $n = A(`ZodMiniCodec`, (e, t) => {
    Qn.init(e, t), cn.init(e, t);
  }),
  er = A(`ZodMiniCustom`, (e, t) => {
    dn.init(e, t), N.init(e, t);
  });
function tr(e, t = {}) {
  return Dn(er, e, t);
}
var nr = (...e) => On({ Codec: $n, Boolean: Pn, String: kn }, ...e);
function rr(e) {
  return gn(An, e);
}
var ir = R({}),
  U = B(`ok`);
function W(e, t) {
  return ar(`GET`, e, t);
}
function G(e, t) {
  return ar(`PUT`, e, t);
}
function ar(e, t, n) {
  const r = n.address ?? `connection-key`;
  return {
    method: e,
    path: t,
    inputIn: e === `GET` ? `query` : `body`,
    credential: `any`,
    envelope: `result`,
    takesTimeout: r !== `none`,
    statusTexts: {},
    aliases: {},
    onFirmware3: !1,
    deprecated: !1,
    endsMotion: !1,
    readableResult: n.result,
    ...n,
    address: r,
    input: n.input ?? ir,
    answeredBy: n.answeredBy ?? `device`,
  };
}
var or = 4294967295,
  sr = 0.01,
  cr = 0.5,
  lr = 3600,
  ur = 86400,
  dr = 1e4,
  fr = 3e4,
  K = { NONE: 0, WIFI: 1, BLE: 2, WIFI_BLE: 3, OFFLINE: 4, LEGACY_BLE: 5, FACTORY: 6, AUDIO: 7 },
  pr = { PRODUCTION: 0, STAGING: 1, DEVELOPMENT: 2 },
  mr = R({ wifi: L(), ble: L() }),
  hr = R({ environment: z(pr) }),
  gr = z(K).check(tr((e) => e <= K.LEGACY_BLE, `Connection mode must be between 0 and 5`)),
  _r = {
    400: `Bad request.`,
    401: `Unauthorized`,
    403: `Forbidden`,
    408: `Request timeout.`,
    500: `Internal server error.`,
  },
  vr = {
    interfaces: W(`/system/interfaces/status`, { summary: `Which links are on`, result: mr }),
    setInterfaces: G(`/system/interfaces/status`, {
      summary: `Switch Wi-Fi and Bluetooth on or off`,
      input: mr,
      result: U,
    }),
    environment: W(`/system/environment`, {
      summary: `The environment the device talks to`,
      result: hr,
      statusTexts: _r,
    }),
    setEnvironment: G(`/system/environment`, {
      summary: `Choose the environment the device talks to`,
      input: hr,
      result: U,
      statusTexts: _r,
    }),
    reboot: G(`/system/reboot`, {
      summary: `Reboot into a connection mode`,
      input: R({ connection_mode: gr }),
      result: U,
      statusTexts: _r,
    }),
  },
  yr = V(P().check(Tn(1))),
  br = R({
    ttl: H(rr().check(I(), M(60), Sn(ur)), lr),
    ck: yr,
    to: yr,
    ip: yr,
    origin: yr,
    r: yr,
    ua: yr,
    al: yr,
    ae: yr,
    cc: yr,
  }),
  xr = R({ token_ref: P(), created_at: P(), expires_at: P(), token: P(), renew: P() }),
  Sr = R({ a: P(), d: P(), iv: P(), k: P(), s: P(), uexp: P() }),
  Cr = { answeredBy: `cloud`, address: `none`, result: xr },
  wr = {
    issueToken: W(`/auth/token/issue`, {
      ...Cr,
      summary: `Issue a client token; needs an application key`,
      credential: `application-key`,
      input: br,
      statusTexts: _r,
    }),
    renewToken: W(`/auth/token/renew`, {
      ...Cr,
      summary: `Prolong a token by the signed address that came with it`,
      credential: `none`,
      input: Sr,
      statusTexts: _r,
    }),
  },
  q = {
    HAMP: 0,
    HSSP: 1,
    HDSP: 2,
    MAINTENANCE: 3,
    HSP: 4,
    OTA: 5,
    BUTTON: 6,
    IDLE: 7,
    VIBRATE: 8,
    HRPP: 9,
    DISABLED: 10,
  },
  Tr = z(q),
  Er = Tr.check(tr((e) => e <= q.VIBRATE, `Mode must be between 0 and 8`)),
  Dr = R({ mode: Tr, mode_session_id: V(I()) }),
  Or = R({ mode: Tr, mode_session_id: I() }),
  J = F().check(M(0), Sn(1)),
  Y = I(),
  kr = Mn(),
  Ar = /^[a-zA-Z0-9]{5,64}$/,
  jr = (e) => Ar.test(e),
  Mr = { UP_TO_DATE: 0, UPDATE_AVAILABLE: 1, UPDATE_REQUIRED: 2 },
  Nr = { HANDY_1: 0, OH: 1, HANDY_1_2: 2, HANDY_2: 3, HANDY_2_PRO: 4 },
  Pr = { POWER: 0, UP: 1, LEFT: 2, RIGHT: 3, DOWN: 4, WIFI: 5 },
  Fr = { PRESSED: 0, RELEASED: 1, SHORT_PRESS: 2, LONG_PRESS_START: 3, LONG_PRESS_STEP: 4, LONG_PRESS_END: 5 },
  Ir = { DISCONNECTED: 0, CONNECTED: 1, CONNECTING: 2, RECONNECTING: 3, FAILED: 4, DISCONNECTING: 5 },
  Lr = { NOT_INITIALIZED: 0, INITIALIZING: 1, ADVERTISING: 2, CONNECTED: 3 },
  Rr = (e) => Zn(V(e), void 0),
  zr = R({
    fw_status: Rr(z(Mr)),
    fw_version: P(),
    fw_feature_flags: Rr(P()),
    hw_model_no: Rr(I()),
    hw_model_name: Rr(P()),
    hw_model_variant: Rr(I()),
    session_id: P(),
  }),
  Br = R({
    fw_status: z(Mr),
    fw_version: P(),
    fw_feature_flags: V(P()),
    hw_model_no: V(I()),
    hw_model_name: V(P()),
    hw_model_variant: V(I()),
    session_id: P(),
  }),
  Vr = R({
    vulva_oriented: V(L()),
    battery: V(L()),
    slider: V(I()),
    lra: V(I()),
    erm: V(I()),
    external_memory: V(L()),
    rgb_led_indicator: V(L()),
    led_matrix: V(L()),
    led_matrix_leds_x: V(I()),
    led_matrix_leds_y: V(I()),
    rgb_ring: V(L()),
    rgb_ring_leds: V(I()),
  }),
  Hr = R({ boot_session_id: I(), socket_session_id: I(), mode_session_id: I() }),
  Ur = R({
    timestamp: P(),
    transit_size: V(I()),
    max_transit_size: V(I()),
    buffer_size: V(I()),
    max_buffer_size: V(I()),
    total_bytes: V(I()),
    total_messages: V(I()),
    dropped_bytes: V(I()),
    dropped_messages: V(I()),
    acked_bytes: V(I()),
    acked_messages: V(I()),
  }),
  Wr = (e) => R({ connected: L(), info: Rr(e) }),
  Gr = (e) => R({ connected: H(L(), !0), info: Rr(e) }),
  Kr = R({ session_id: V(Un([P(), F()])), reason: V(P()), timestamp: V(P()), description: V(P()) }),
  qr = R({
    level: J,
    charger_connected: V(L()),
    charging_complete: V(L()),
    usb_voltage: V(F()),
    battery_voltage: V(F()),
    usb_adc_value: V(I()),
    battery_adc_value: V(I()),
  }),
  Jr = R({ button: z(Pr), event: z(Fr) }),
  Yr = R({ available_heap: V(I()), larges_free_block: V(I()) }),
  Xr = Bn(Yr, { discarded_msg_size: V(I()) }),
  Zr = R({ socket_connected: V(L()), state: z(Ir) }),
  Qr = V(In()),
  $r = {
    device_status: Wr(Br),
    device_connected: Gr(Br),
    device_disconnected: Kr,
    device_error: R({ code: I(), message: V(P()) }),
    mode_changed: Or,
    battery_changed: qr,
    button_event: Jr,
    low_memory_warning: Yr,
    low_memory_error: Xr,
    wifi_status_changed: Zr,
    wifi_status: Zr,
    wifi_scan_complete: R({ nr_of_networks: I() }),
    ble_status_changed: R({ state: z(Lr) }),
    slider_blocked: Qr,
    slider_unblocked: Qr,
    temp_high: Qr,
    temp_ok: Qr,
  },
  ei = { device_status: Wr(zr), device_connected: Gr(zr) },
  ti = { STOPPED: 0, PLAYING: 1 },
  ni = R({ play_state: z(ti), velocity: J, direction: L() }),
  ri = `Velocity must be between 0 and 1`,
  ii = F({ error: ({ input: e }) => (typeof e == `number` ? ri : void 0) }).check(M(0, ri), Sn(1, ri)),
  ai = R({ min: J, max: J }).check(
    tr(({ min: e, max: t }) => e <= t, `The zone minimum must not be above its maximum`),
  ),
  oi = {
    state: W(`/hamp/state`, { summary: `The alternating motion`, address: `device-reference`, result: ni }),
    start: G(`/hamp/start`, {
      summary: `Start alternating, at velocity 0 (the slowest motion)`,
      address: `device-reference`,
      result: ni,
    }),
    stop: G(`/hamp/stop`, { summary: `Stop alternating`, endsMotion: !0, address: `device-reference`, result: ni }),
    velocity: G(`/hamp/velocity`, {
      summary: `Set the speed as a share of the model's top speed`,
      address: `device-reference`,
      input: R({ velocity: ii }),
      result: ni,
    }),
    stroke: G(`/hamp/stroke`, {
      summary: `Set the zone of this mode, inside the stroke window`,
      address: `device-reference`,
      input: ai,
      result: ni,
      sinceFirmware: `4.0.15`,
    }),
  },
  si = { hamp_state_changed: ni },
  ci = { STOPPED: 0, MOVING: 1, POINT_REACHED: 2 },
  li = F(),
  ui = F().check(M(0)),
  di = F().check(M(0)),
  fi = { stop_on_target: H(L(), !1), immediate_rsp: H(L(), !1) },
  pi = { stopOnTarget: `stop_on_target`, immediateResponse: `immediate_rsp` },
  mi = {
    xava: G(`/hdsp/xava`, {
      summary: `Move to a position in mm at a speed in mm/s`,
      input: R({ xa: li, va: ui, ...fi }),
      result: U,
      aliases: pi,
    }),
    xavp: G(`/hdsp/xavp`, {
      summary: `Move to a position in mm at a share of the top speed`,
      input: R({ xa: li, vp: J, ...fi }),
      result: U,
      aliases: pi,
    }),
    xpva: G(`/hdsp/xpva`, {
      summary: `Move to a share of the stroke at a speed in mm/s`,
      input: R({ xp: J, va: ui, ...fi }),
      result: U,
      aliases: pi,
    }),
    xpvp: G(`/hdsp/xpvp`, {
      summary: `Move to a share of the stroke at a share of the top speed`,
      input: R({ xp: J, vp: V(J), va: V(J), ...fi }).check(
        tr(({ vp: e, va: t }) => e !== void 0 || t !== void 0, `Give a speed as vp or va`),
      ),
      result: U,
      aliases: pi,
    }),
    xat: G(`/hdsp/xat`, {
      summary: `Move to a position in mm within a time in ms`,
      input: R({ xa: li, t: di, ...fi }),
      result: U,
      aliases: pi,
    }),
    xpt: G(`/hdsp/xpt`, {
      summary: `Move to a share of the stroke within a time in ms`,
      input: R({ xp: J, t: di, ...fi }),
      result: U,
      aliases: pi,
    }),
  },
  hi = { hdsp_state_changed: R({ state: z(ci) }) },
  gi = { NOT_INITIALIZED: 0, PLAYING: 1, STOPPED: 2, PAUSED: 3, STARVING: 4 },
  X = R({
    play_state: z(gi),
    pause_on_starving: H(L(), !1),
    points: H(I(), 0),
    max_points: I(),
    current_point: I(),
    current_time: Y,
    loop: L(),
    playback_rate: F(),
    first_point_time: Y,
    last_point_time: Y,
    stream_id: I(),
    tail_point_stream_index: I(),
    tail_point_stream_index_threshold: I(),
  }),
  _i = ({ play_state: e }) => e === gi.PLAYING || e === gi.STARVING,
  vi = R({ t: Nn(), x: I().check(M(0), Sn(100)) }),
  yi = Nn(),
  bi = F().check(Cn(0), M(sr), Sn(100)),
  xi = R({
    points: Rn(vi).check(wn(100)),
    tail_point_stream_index: V(Nn()),
    flush: H(L(), !1),
    tail_point_threshold: V(yi),
  }),
  Si = R({ current_time: kr, server_time: Y, filter: H(J, cr) }),
  Ci = { start_time: kr, server_time: V(Y), playback_rate: H(bi, 1), loop: H(L(), !1) },
  wi = {
    setup: G(`/hsp/setup`, {
      summary: `Start a new stream; forgets the points and the state of the one before`,
      address: `device-reference`,
      input: R({ stream_id: V(I().check(M(0), Sn(or))) }),
      result: X,
    }),
    flush: G(`/hsp/flush`, { summary: `Forget the buffered points`, result: X }),
    add: G(`/hsp/add`, { summary: `Append up to 100 points`, input: xi, result: X }),
    play: G(`/hsp/play`, {
      summary: 'Play the buffered points; `add` is carried out first',
      input: R({ ...Ci, pause_on_starving: H(L(), !1), add: V(xi) }),
      result: X,
    }),
    stop: G(`/hsp/stop`, { summary: `Stop playing`, endsMotion: !0, result: X }),
    pause: G(`/hsp/pause`, { summary: `Pause, keeping the position`, result: X, takesTimeout: !1 }),
    resume: G(`/hsp/resume`, {
      summary: `Resume; with pick_up jump to where it would have been`,
      input: R({ pick_up: H(L(), !1) }),
      result: X,
      takesTimeout: !1,
    }),
    state: W(`/hsp/state`, { summary: `State of the point player`, result: X }),
    threshold: G(`/hsp/threshold`, {
      summary: `Report when the point with this stream index is played`,
      input: R({ tail_point_threshold: yi }),
      result: X,
    }),
    pauseOnStarving: G(`/hsp/pause/onstarving`, {
      summary: `Whether running out of points pauses the clock`,
      input: R({ pause_on_starving: L() }),
      result: X,
      sinceFirmware: `4.0.13`,
    }),
    synctime: G(`/hsp/synctime`, { summary: `Correct the player's clock`, input: Si, result: X }),
    loop: G(`/hsp/loop`, {
      summary: `Whether playback starts again at the end of the buffer`,
      input: R({ loop: L() }),
      result: X,
      sinceFirmware: `4.1.1`,
    }),
    playbackrate: G(`/hsp/playbackrate`, {
      summary: `Speed of the clock of the stream`,
      input: R({ playback_rate: bi }),
      result: X,
      sinceFirmware: `4.1.1`,
    }),
  },
  Ti = {
    hsp_state_changed: X,
    hsp_threshold_reached: X,
    hsp_starving: X,
    hsp_paused_on_starving: X,
    hsp_resumed_on_not_starving: X,
    hsp_looping: X,
    stream_end_reached: X,
  },
  Ei = R({ at: F(), pos: F() }),
  Di = R({ url: V(P().check(Tn(1))), csv: V(P()), actions: V(Rn(Ei)), notify: H(L(), !1) }).check(
    tr(
      ({ url: e, csv: t, actions: n }) => [e, t, n].filter((e) => e !== void 0).length === 1,
      `Give one of url, csv or actions`,
    ),
  ),
  Oi = { answeredBy: `cloud`, address: `device-reference`, result: X },
  ki = {
    state: W(`/hssp/state`, { ...Oi, summary: `State of the script playback` }),
    setup: G(`/hssp/setup`, { ...Oi, summary: `Load a script`, input: Di }),
    play: G(`/hssp/play`, {
      ...Oi,
      summary: `Play the script from a moment of it`,
      input: R({ ...Ci, server_time: Y }),
    }),
    stop: G(`/hssp/stop`, { ...Oi, summary: `Stop the script`, endsMotion: !0 }),
    pause: G(`/hssp/pause`, { ...Oi, address: `connection-key`, summary: `Pause the script`, takesTimeout: !1 }),
    resume: G(`/hssp/resume`, {
      ...Oi,
      address: `connection-key`,
      summary: `Resume; with pickUp jump to where it would have been`,
      input: R({ pickUp: H(L(), !1) }),
      takesTimeout: !1,
    }),
    synctime: G(`/hssp/synctime`, { ...Oi, summary: `Correct the script's clock`, input: Si }),
  },
  Ai = R({ time: Y, clock_offset: Y, rtd: Y }),
  ji = V(Un([L(), nr()])),
  Mi = { 400: `Bad request.` },
  Ni = {
    info: W(`/hstp/info`, { summary: `The device's clock as last measured`, result: Ai, statusTexts: Mi }),
    clocksync: W(`/hstp/clocksync`, {
      summary: `Measure the device's clock anew`,
      answeredBy: `cloud`,
      input: R({ s: ji }),
      result: Un([Ai, U]),
      statusTexts: Mi,
    }),
    offset: W(`/hstp/offset`, {
      summary: `The person's time offset in ms; may be negative`,
      result: R({ offset: F() }),
      statusTexts: Mi,
    }),
    setOffset: G(`/hstp/offset`, {
      summary: `Set the person's time offset in ms`,
      input: R({ offset: F() }),
      result: U,
      statusTexts: Mi,
    }),
  },
  Pi = { device_clock_synchronized: Ai },
  Fi = R({ enabled: L(), amplitude: F(), frequency: F(), position: F() }),
  Ii = {
    state: W(`/hvp/state`, { summary: `The vibration`, result: Fi }),
    setState: G(`/hvp/state`, {
      summary: `Set amplitude (share), frequency (Hz) and position (mm)`,
      input: R({ amplitude: J, frequency: I().check(M(0), Sn(dr)), position: F() }),
      result: Fi,
    }),
    start: G(`/hvp/start`, { summary: `Start at amplitude 0 and frequency 0`, result: Fi }),
    stop: G(`/hvp/stop`, { summary: `Stop vibrating`, endsMotion: !0, result: Fi }),
  },
  Li = { hvp_state_changed: Fi },
  Ri = R({
    position: F(),
    position_absolute: F(),
    motor_temp: F(),
    speed_absolute: F(),
    dir: L(),
    motor_position: I(),
    motor_temp_adc_value: V(I()),
  }),
  zi = R({ min: F(), max: F(), min_absolute: F(), max_absolute: F() }),
  Bi = R({ min: V(J), max: V(J) }).check(
    tr(
      ({ min: e, max: t }) => e === void 0 || t === void 0 || e <= t,
      `The stroke minimum must not be above its maximum`,
    ),
    tr(({ min: e, max: t }) => e !== void 0 || t !== void 0, `Give a stroke minimum, a maximum, or both`),
  ),
  Vi = R({
    x_limit_start: F(),
    x_limit_stop: F(),
    x_end_buffer: F(),
    x_end_zone_size: F(),
    x_end_zone_speed: F(),
    x_min_speed: F(),
    x_max_speed: F(),
    x_min_speed_theoretical: F(),
    x_max_speed_theoretical: F(),
    turn_time: F(),
    regulator_timeout: F(),
    temp_high_trigger: F(),
    temp_offset: F(),
    temp_hysteresis: F(),
    x_stroke_min: F(),
    x_stroke_max: F(),
    overclock_enabled: L(),
    x_inverse_motor: L(),
    x_inverse_hall: L(),
  }),
  Hi = {
    state: W(`/slider/state`, { summary: `Position, speed and temperature of the slider`, result: Ri }),
    stroke: W(`/slider/stroke`, {
      summary: `The stroke window`,
      address: `device-reference`,
      result: zi,
      statusTexts: { 400: `Bad request.` },
    }),
    setStroke: G(`/slider/stroke`, {
      summary: `Set the stroke window`,
      address: `device-reference`,
      input: Bi,
      result: zi,
    }),
  },
  Ui = { stroke_changed: zi },
  Wi = {
    connected: W(`/connected`, {
      summary: `Whether the device is connected to the cloud; false for an unknown key`,
      answeredBy: `cloud`,
      address: `device-reference`,
      result: R({ connected: L() }),
      statusTexts: { 400: `Bad request.` },
      onFirmware3: !0,
    }),
    info: W(`/info`, {
      summary: `Model, firmware and connection session of the device`,
      address: `device-reference`,
      result: Br,
      readableResult: zr,
      onFirmware3: !0,
    }),
    mode: W(`/mode`, { summary: `The current mode`, address: `device-reference`, result: Dr }),
    setMode: G(`/mode`, {
      summary: `Change the mode (use mode2, which answers with the new mode)`,
      address: `device-reference`,
      input: R({ mode: Er }),
      result: U,
      deprecated: !0,
    }),
    setMode2: G(`/mode2`, {
      summary: `Change the mode and learn its session number`,
      address: `device-reference`,
      input: R({ mode: Er }),
      result: Or,
    }),
    sliderSettings: W(`/settings/slider`, {
      summary: `Limits and zones of the slider, as the device's own settings have them`,
      address: `device-reference`,
      result: Vi,
    }),
    capabilities: W(`/capabilities`, { summary: `What the hardware has`, result: Vr }),
    sids: W(`/sids`, { summary: `Numbers of the current boot, socket and mode session`, result: Hr }),
    statistics: W(`/statistics`, {
      summary: `Counters of the link between device and cloud`,
      answeredBy: `cloud`,
      result: Ur,
    }),
  },
  Gi = R({ done: L(), progress: F(), failed: L() }),
  Ki = R({ version: P(), feature_flags: P() }),
  qi = `Specific OTA not found`,
  Ji = V(rr().check(M(0))),
  Yi = R({ a: P(), s: P(), uexp: P(), d: P(), iv: P(), k: P() }),
  Xi = {
    latest: W(`/ota/latest`, { summary: `The newest firmware for this device`, answeredBy: `cloud`, result: Ki }),
    versions: W(`/ota/versions`, {
      summary: `Firmware for this device, from the given start of page`,
      answeredBy: `cloud`,
      input: R({ s: Ji }),
      result: Rn(Ki),
    }),
    updateLatest: G(`/ota/update/latest`, { summary: `Update to the newest firmware`, answeredBy: `cloud`, result: U }),
    updateVersion: G(`/ota/update/version`, {
      summary: `Update to a given firmware`,
      answeredBy: `cloud`,
      input: Ki,
      result: U,
    }),
    updateFixed: W(`/ota/update/fixed`, {
      summary: `Update by a signed link, which names device and firmware and expires`,
      answeredBy: `cloud`,
      address: `none`,
      credential: `none`,
      takesTimeout: !0,
      input: Yi,
      result: U,
    }),
    progress: W(`/ota/update/progress`, { summary: `How far the update is`, result: Gi }),
  },
  Zi = { ota_progress: Gi },
  Qi = {
    servertime: W(`/servertime`, {
      summary: `The cloud's clock`,
      answeredBy: `cloud`,
      address: `none`,
      credential: `none`,
      envelope: `bare`,
      result: R({ server_time: I() }),
    }),
  },
  $i = {
    events: W(`/sse`, {
      summary: `Live events of a device`,
      answeredBy: `cloud`,
      address: `device-reference`,
      envelope: `stream`,
      input: R({ ck: V(P()), apikey: V(P()), events: V(P()) }),
      result: P(),
      onFirmware3: !0,
    }),
  },
  ea = { answeredBy: `cloud`, address: `device-reference`, result: X },
  ta = {
    auth: wr,
    utils: Qi,
    info: Wi,
    hamp: oi,
    hdsp: mi,
    hssp: ki,
    hsp: wi,
    hstp: Ni,
    hvp: Ii,
    slider: Hi,
    stream: {
      setup: G(`/stream/setup`, {
        ...ea,
        summary: `Choose the stream to play`,
        input: R({ stream_ref: P().check(Tn(1)), notify: H(L(), !1) }),
      }),
      play: G(`/stream/play`, {
        ...ea,
        summary: `Play the stream`,
        input: R({ ...Ci, server_time: Y, pause_on_starving: H(L(), !1) }),
      }),
      stop: G(`/stream/stop`, { ...ea, summary: `Stop the stream`, endsMotion: !0 }),
      state: W(`/stream/state`, { ...ea, summary: `State of the stream playback` }),
      synctime: G(`/stream/synctime`, { ...ea, summary: `Correct the stream's clock`, input: Si }),
    },
    system: vr,
    ota: Xi,
    sse: $i,
  },
  na = Object.keys(ta).flatMap((e) =>
    Object.entries(ta[e]).map(([t, n]) => ({ name: `${e}.${t}`, group: e, endpoint: n })),
  ),
  ra = new Map(na.map(({ name: e, endpoint: t }) => [e, t]));
function ia(e) {
  const t = ra.get(e);
  if (!t) throw RangeError(`No such call: ${e}`);
  return t;
}
var aa = (e) => ia(e).answeredBy === `device`,
  Z = {
    deviceNotConnected: { code: 1001, name: `DeviceNotConnected`, message: `Device not connected` },
    deviceTimeout: { code: 1002, name: `DeviceTimeout`, message: `Device timeout` },
    scriptNotSet: { code: 4e3, name: `ScriptNotSet`, message: `No script is set` },
    scriptDownloadFailed: { code: 4001, name: `ScriptDownloadFailed`, message: `The script could not be downloaded` },
    scriptInvalid: { code: 4002, name: `ScriptInvalid`, message: `The script is not valid` },
    streamNotFound: { code: 4003, name: `StreamNotFound`, message: `There is no such stream` },
    otaNotFound: { code: 6e3, name: `OtaNotFound`, message: qi },
    unknownRequest: { code: 1e5, name: `UnknownRequest`, message: `Unknown request type` },
    unknownResponse: { code: 100001, name: `UnknownResponse`, message: `Unknown response type` },
    unknownCommand: { code: 100002, name: `UnknownCommand`, message: `Unknown command` },
    notImplemented: { code: 100003, name: `NotImplemented`, message: `Not implemented` },
    wrongMode: { code: 100004, name: `WrongMode`, message: `Wrong mode` },
    motorTemperatureHigh: { code: 100005, name: `MotorTemperatureHigh`, message: `Motor temperature high` },
    sliderBlocked: { code: 100006, name: `SliderBlocked`, message: `Slider blocked` },
    unknownMode: { code: 100007, name: `UnknownMode`, message: `Unknown mode` },
    timeNotSynced: { code: 100008, name: `TimeNotSynced`, message: `Time not synced` },
    negativeDelay: { code: 100009, name: `NegativeNetworkDelay`, message: `Negative network delay` },
    messageTooBig: { code: 100010, name: `MessageTooBig`, message: `Message too big` },
    machineNotConnected: { code: 100011, name: `MachineNotConnected`, message: `Machine not connected` },
    serverError: { code: 100012, name: `ServerError`, message: `Generic server error` },
    otaRunning: { code: 100013, name: `OtaRunning`, message: `Firmware update running, mode change refused` },
    queueFull: { code: 100014, name: `MessageQueueFull`, message: `Message queue full` },
    otaQueueWrite: { code: 100015, name: `OtaQueueWrite`, message: `Firmware update queue write failed` },
    otaError: { code: 100016, name: `OtaError`, message: `Firmware update failed` },
    notSupported: { code: 100017, name: `NotSupported`, message: `Function not supported on this hardware` },
    rpcPoolFull: { code: 100019, name: `RpcPoolFull`, message: `Call pool full` },
    rpcUnpack: { code: 100020, name: `RpcUnpack`, message: `Cannot unpack the message` },
    rpcTransport: { code: 100021, name: `RpcTransport`, message: `Call not allowed on this transport` },
    delayTooLong: { code: 100022, name: `NetworkDelayTooLong`, message: `Network delay above 24 hours` },
    genericFail: { code: 100023, name: `GenericFail`, message: `Failed` },
    otaMemory: { code: 100024, name: `OtaMemory`, message: `Not enough memory for the firmware update` },
    otaNotStarted: { code: 100025, name: `OtaNotStarted`, message: `Firmware update not started` },
    hallSensor: { code: 100026, name: `HallSensor`, message: `Hall sensor error` },
    overclockUnsupported: { code: 100027, name: `OverclockUnsupported`, message: `Overclocking is not supported` },
    overclockDisabled: { code: 100028, name: `OverclockDisabled`, message: `Overclocking is not enabled` },
    rpcNotInitialised: { code: 100029, name: `RpcNotInitialised`, message: `Calls not initialised` },
    rpcQueueFull: { code: 100030, name: `RpcQueueFull`, message: `Call queue full` },
    rpcSendTimeout: { code: 100031, name: `RpcSendTimeout`, message: `Call not sent within 5 s` },
    deviceDisabled: { code: 100032, name: `DeviceDisabled`, message: `Device disabled, mode change refused` },
    serverDeviceNotConnected: { code: 100033, name: `ServerDeviceNotConnected`, message: `Device not connected` },
    notAllowedInPublic: { code: 100034, name: `NotAllowedInPublic`, message: `Call not allowed in public` },
    otaNoPartition: { code: 200001, name: `OtaNoPartition`, message: `No firmware partition` },
    otaInvalidBinary: { code: 200002, name: `OtaInvalidBinary`, message: `Invalid firmware file` },
    invalidParameter: { code: 200003, name: `InvalidParameter`, message: `Invalid parameter` },
    otaFailedBefore: { code: 200004, name: `OtaFailedBefore`, message: `This firmware failed before` },
    otaSameImage: { code: 200005, name: `OtaSameImage`, message: `This firmware is installed already` },
  },
  Q = class extends Error {
    name = `DeviceRefusal`;
    kind;
    constructor(e) {
      super(e.message), (this.kind = e);
    }
  },
  oa = R({ id: V(I()), name: V(P()), version: V(I()), slot: V(I()), type: V(I()), custom_pattern: V(L()) }),
  sa = {
    hrpp_state_changed: R({
      current_pattern_nr: V(I()),
      no_of_patterns: V(I()),
      enabled: V(L()),
      amplitude: V(F()),
      playback_speed: V(F()),
      current_pattern: V(oa),
    }),
  },
  ca = { ...$r, ...Pi, ...si, ...hi, ...Ti, ...Li, ...sa, ...Ui, ...Zi },
  la = Object.keys(ca);
({ ...ca, ...ei });
function ua(e, t) {
  const n = t == null || t === `` ? {} : t;
  if (!ga(n)) return { ok: !1, problem: `The body must be an object` };
  if (e.input === ir) return { ok: !0, input: {} };
  const r = pt(e.input, da(n, ha(e.input), e.aliases));
  return r.success ? { ok: !0, input: r.data } : { ok: !1, problem: _a(r.error.issues[0]) };
}
function da(e, t, n) {
  const r = {};
  for (const i of Object.keys(e)) {
    const a = e[i],
      o = t.has(i) ? i : (n[i] ?? pa(i, t));
    (o !== i && Object.hasOwn(e, o)) || (r[o] = ga(a) && t !== fa ? da(a, fa, {}) : a);
  }
  return r;
}
var fa = new Set([`points`, `flush`, `tail_point_stream_index`, `tail_point_threshold`]);
function pa(e, t) {
  return (
    [e.replace(/[A-Z]/g, (e) => `_${e.toLowerCase()}`), e.replace(/_([a-z])/g, (e, t) => t.toUpperCase())].find((e) =>
      t.has(e),
    ) ?? e
  );
}
var ma = new WeakMap();
function ha(e) {
  let t = ma.get(e);
  return t || ((t = new Set(e instanceof zn ? Object.keys(e.shape) : [])), ma.set(e, t)), t;
}
var ga = (e) => typeof e == `object` && !!e && !Array.isArray(e);
function _a(e) {
  return e
    ? e.message === va
      ? `${e.path.map(String).join(`.`) || `The request`} ${ya(e)}`
      : e.message
    : `The request is not valid`;
}
var va = `Invalid input`;
function ya(e) {
  switch (e.code) {
    case `invalid_type`:
      return `must be of type ${e.expected}`;
    case `too_small`:
      return `must be ${e.inclusive ? `at least` : `above`} ${String(e.minimum)}`;
    case `too_big`:
      return `must be ${e.inclusive ? `at most` : `below`} ${String(e.maximum)}`;
    case `invalid_value`:
      return `must be one of ${e.values.map(String).join(`, `)}`;
    default:
      return `is not valid`;
  }
}
var ba = I().check(M(0)),
  xa = I().check(M(1)),
  Sa = P().check(Tn(1), wn(128)),
  Ca = P().check(wn(1e3)),
  wa = Zn(
    V(
      Gn(
        `name`,
        la.map((e) => R({ name: B(e), data: ca[e] })),
      ),
    ),
    void 0,
  ),
  Ta = R({ code: I(), name: P().check(wn(100)), message: Ca }),
  Ea = R({
    type: B(`hello`),
    version: B(1),
    connectionKey: P().check(En(Ar)),
    secret: Sa,
    info: V(Br),
    session: V(Sa),
    position: ba,
    seen: ba,
  }),
  Da = R({ type: B(`answer`), id: xa, result: V(In()), error: V(Ta) }),
  Oa = R({ type: B(`event`), seq: xa, event: wa }),
  ka = R({ type: B(`gap`), seq: xa, info: V(Br) }),
  Aa = R({ type: B(`pong`) }),
  ja = R({ type: B(`welcome`), session: Sa, resumed: L(), received: ba, waiting: Rn(xa) }),
  Ma = R({ type: B(`refused`), code: Sa, message: Ca, retryAfterMs: V(F().check(M(0))) }),
  Na = R({ type: B(`call`), id: xa, name: Sa, input: V(In()) }),
  Pa = R({ type: B(`setClock`), id: xa, measured: Vn(Ai, { clock_offset: !0, rtd: !0 }) }),
  Fa = R({ type: B(`install`), id: xa, firmware: Ki }),
  Ia = R({ type: B(`ack`), seq: ba }),
  La = R({ type: B(`ping`) }),
  Ra = Gn(`type`, [Ea, Da, Oa, ka, Aa]),
  za = Gn(`type`, [ja, Ma, Na, Pa, Fa, Ia, La]),
  Ba = Gn(`type`, [...Ra.def.options, ...za.def.options]),
  Va = R({ type: B(`hello`), version: I() });
function Ha(e) {
  const t = Wa(e),
    n = pt(Ba, t);
  if (n.success) return n.data;
  const r = pt(Va, t);
  if (r.success && r.data.version !== 1) return { type: `foreign-hello`, version: r.data.version };
}
function Ua(e) {
  const t = JSON.stringify(e);
  return t.length * 3 <= 65536 || new TextEncoder().encode(t).byteLength <= 65536 ? t : void 0;
}
function Wa(e) {
  try {
    return JSON.parse(e);
  } catch (e) {
    if (e instanceof SyntaxError) return;
    throw e;
  }
}
var Ga = new Set(
    Object.values({
      badHello: {
        code: `bad-hello`,
        closeCode: 4400,
        message: `The first frame must be a hello, within 5 s`,
        isFinal: !0,
      },
      notEnrolled: {
        code: `not-enrolled`,
        closeCode: 4401,
        message: `There is no such connection key, or the secret is not its own`,
        isFinal: !0,
      },
      takenOver: {
        code: `taken-over`,
        closeCode: 4409,
        message: `Another connection with the same key and secret has taken over`,
        isFinal: !0,
      },
      ended: { code: `ended`, closeCode: 4410, message: `The connection key was given up`, isFinal: !0 },
      unsupportedVersion: {
        code: `unsupported-version`,
        closeCode: 4426,
        message: `This server speaks version 1 of the device link`,
        isFinal: !0,
      },
      badFrame: {
        code: `bad-frame`,
        closeCode: 4422,
        message: `A frame broke the order of events, was not text, or came when it should not`,
        isFinal: !1,
        retryAfterMs: 5e3,
      },
      tooManyAttempts: {
        code: `too-many-attempts`,
        closeCode: 4429,
        message: `Too many failed attempts from this address; try again later`,
        isFinal: !1,
        retryAfterMs: 6e4,
      },
      full: {
        code: `full`,
        closeCode: 4503,
        message: `This server has no room for another link at the moment`,
        isFinal: !1,
        retryAfterMs: 3e4,
      },
      closing: { code: `closing`, closeCode: 4500, message: `This server is closing`, isFinal: !1, retryAfterMs: 1e3 },
    }).flatMap(({ code: e, isFinal: t }) => (t ? [e] : [])),
  ),
  Ka = (e) => Ga.has(e);
function qa(e, t) {
  return Math.min(Math.max(t * e.maxMmS, e.minMmS), e.maxMmS);
}
function Ja(e, t) {
  if (!(t > 0 && t < 1 / 0)) throw RangeError(`${e} must be a finite number above 0, not ${t}`);
}
function Ya({ atMs: e, streamMs: t, rate: n }, r) {
  return t + (r - e) * n;
}
function Xa({ atMs: e, streamMs: t, rate: n }, r) {
  return n > 0 ? e + (r - t) / n : r <= t ? e : 1 / 0;
}
function Za(e, t, n, r) {
  const i = Ya(e, t);
  return { ...e, atMs: t, streamMs: i + r * (n - i) };
}
var Qa = { min: 0, max: 1 };
function $a(e, t) {
  const n = e.max - e.min,
    r = io(e.min + t.min * n, e.min, e.max);
  return { min: r, max: io(e.min + t.max * n, r, e.max) };
}
function eo(e, t) {
  return { minMm: e.offsetMm + e.lengthMm * t.min, maxMm: e.offsetMm + e.lengthMm * t.max };
}
function to(e, t, n = !1) {
  const r = n ? 1 - t : t;
  return ro(e, e.minMm + r * (e.maxMm - e.minMm));
}
function no(e, t) {
  const n = e.maxMm - e.minMm;
  return n > 0 ? (t - e.minMm) / n : 0;
}
function ro(e, t) {
  return io(t, e.minMm, e.maxMm);
}
function io(e, t, n) {
  return Math.min(Math.max(e, t), n);
}
function ao({ speedMmS: e, throughS: t, throughMm: n }, r) {
  return n + e * (r - t);
}
var oo = 1;
function* so(e, t) {
  const { points: n, clock: r, loop: i } = e,
    { startMs: a, zone: o, maxSpeedMmS: s } = t,
    c = Ya(r, a),
    l = n[0],
    u = n[n.length - 1];
  if (!l || !u) return;
  const d = ({ x: e }) => to(o, e / 100),
    f = i ? u.t - l.t : 0,
    p = oo * r.rate;
  if (f > 0 && f < p) return yield* so({ points: [{ t: l.t, x: lo(n, f) }], clock: r, loop: !1 }, t);
  let m = f > 0 && c >= l.t ? Math.floor((c - l.t) / f) : 0,
    h = (e) => (e - c) / r.rate / 1e3,
    g = ({ t: e }) => h(e + m * f),
    _ = uo(n, c - m * f) - 2;
  _ < 0 && m > 0 && (--m, (_ += n.length - 1)), (_ = Math.max(0, _));
  const v = (e) => Math.floor((n[e]?.t ?? 1 / 0) / p),
    y = (e) => e > 0 && v(e - 1) === v(e) && v(e + 1) === v(e);
  for (; y(_); ) --_;
  for (
    g(l) > 0 && m === 0 && (yield { ...co({ atS: 0, mm: t.positionMm }, { atS: g(l), mm: d(l) }, s), startS: -1 / 0 });
    ;
  ) {
    let e = n[_];
    for (_ += 1; _ < n.length; _ += 1) {
      const t = n[_];
      e && t && !y(_) && (t.t > e.t && (yield co({ atS: g(e), mm: d(e) }, { atS: g(t), mm: d(t) }, s)), (e = t));
    }
    if (!(f > 0)) break;
    (m += 1), (_ = 0);
  }
  yield { startS: g(u), endS: 1 / 0, speedMmS: 0, throughS: g(u), throughMm: d(u) };
}
function co(e, t, n) {
  const r = (t.mm - e.mm) / (t.atS - e.atS),
    i = { startS: e.atS, endS: t.atS };
  if (Math.abs(r) <= n) return { ...i, speedMmS: r, throughS: e.atS, throughMm: e.mm };
  const a = { throughS: (e.atS + t.atS) / 2, throughMm: (e.mm + t.mm) / 2 };
  return { ...i, ...a, speedMmS: Math.sign(r) * n };
}
function lo(e, t) {
  let n = 0,
    r = e[0];
  for (const t of e) r && (n += ((r.x + t.x) / 2) * (t.t - r.t)), (r = t);
  return n / t;
}
function uo(e, t) {
  let n = 0,
    r = e.length;
  for (; n < r; ) {
    const i = (n + r) >>> 1;
    (e[i]?.t ?? 1 / 0) <= t ? (n = i + 1) : (r = i);
  }
  return n;
}
function fo(e) {
  return po(e, () => !0);
}
function po(e, t) {
  return {
    get length() {
      return e.length;
    },
    get complete() {
      return t();
    },
    pointAt: (t) => e[t],
    countUntil: (t) => uo(e, t),
  };
}
function mo(e, t, n, r) {
  const { direction: i, distanceMm: a, speedMmS: o } = _o(e.state, t, r),
    s = Math.min(n, Math.sqrt(vo(a, o, r))),
    c = o > s ? o ** 2 : 2 * s ** 2 - o ** 2;
  e.rampTo(i * s, r), e.coast(Math.max(0, a - c / (2 * r))), e.rampTo(0, r), e.settleAt(t);
}
function ho(e, t, n, r) {
  const { distanceMm: i, speedMmS: a } = _o(e, t, n);
  if (a > 0 && r >= i / a + a / (2 * n)) {
    const e = i - a ** 2 / (2 * n);
    return Math.max(0, e) / (r - a / n);
  }
  const o = a + n * r,
    s = vo(i, a, n),
    c = o ** 2 - 4 * s;
  return o <= 0 || c < 0 ? (s === 0 ? 0 : 1 / 0) : (2 * s) / (o + Math.sqrt(c));
}
function go({ positionMm: e, speedMmS: t }, n) {
  return e + (t * Math.abs(t)) / (2 * n);
}
function _o(e, t, n) {
  const r = Math.sign(t - go(e, n)) || Math.sign(e.speedMmS) || 1;
  return { direction: r, distanceMm: r * (t - e.positionMm), speedMmS: r * e.speedMmS };
}
function vo(e, t, n) {
  return Math.max(0, n * e + t ** 2 / 2);
}
var yo = (e) => (e.at(-1)?.t ?? 0) - (e[0]?.t ?? 0);
function bo(e, t) {
  const n = e[0]?.t ?? 0,
    r = yo(e);
  return r > 0 && t >= n + r ? n + ((t - n) % r) : t;
}
function xo(e, t) {
  const n = e.findIndex(({ t: e }) => e > t),
    r = e.at(-1);
  if (n < 0) return r ? [{ t, x: r.x }] : [];
  const [i, a] = [e[n - 1], e[n]];
  if (!i || !a) return e;
  const o = (t - i.t) / (a.t - i.t);
  return [{ t, x: i.x + (a.x - i.x) * o }, ...e.slice(n)];
}
var So = 9e3,
  Co = { offsetMm: 5, lengthMm: 97.826 },
  wo = { offsetMm: 5, lengthMm: 112.826 },
  To = {
    0: { travel: Co, speed: { minMmS: 32, maxMmS: 400 }, maxAccelerationMmS2: So },
    2: { travel: Co, speed: { minMmS: 32, maxMmS: 400 }, maxAccelerationMmS2: So },
    3: { travel: wo, speed: { minMmS: 32, maxMmS: 400 }, maxAccelerationMmS2: So },
    4: { travel: wo, speed: { minMmS: 32, maxMmS: 450 }, maxAccelerationMmS2: So },
  };
function Eo(e) {
  return To[e];
}
var Do = 1e-9;
function Oo(e, t, n) {
  return new ko(e, t, n);
}
var ko = class {
  #e;
  #t;
  #n = [];
  #r = 0;
  #i;
  #a;
  constructor(e, { positionMm: t, speedMmS: n }, r) {
    (this.#e = e), (this.#t = r), (this.#i = t), (this.#a = n);
  }
  get state() {
    return { positionMm: this.#i, speedMmS: this.#a };
  }
  get length() {
    return this.#n.length;
  }
  rampTo(e, t) {
    this.#a * e < 0 && this.#o(0, t), this.#o(e, t);
  }
  coast(e) {
    this.#a !== 0 && this.#s(0, e / Math.abs(this.#a), this.#a);
  }
  settleAt(e) {
    (this.#i = e), (this.#a = 0);
  }
  finish(e) {
    const t = { atMs: this.#r, positionMm: this.#i, speedMmS: this.#a, accelerationMmS2: 0 },
      [n = t, ...r] = this.#n;
    n !== t && r.push(t);
    const i = [n, ...r];
    return e === void 0 ? { startMs: this.#e, knots: i } : { startMs: this.#e, knots: i, cycleFrom: e };
  }
  #o(e, t) {
    const n = e - this.#a;
    this.#s(Math.sign(n) * t, Math.abs(n) / t, e);
  }
  #s(e, t, n) {
    if (!(t > 0)) return;
    const r = { atMs: this.#r, positionMm: this.#i, speedMmS: this.#a, accelerationMmS2: e };
    this.#n.push(r),
      (this.#r += t * 1e3),
      (this.#i += (this.#a + n) * 0.5 * t),
      (this.#a = n),
      (this.#i = Ao(this.#i, this.#t, n === 0));
  }
};
function Ao(e, t, n) {
  if (!t) return e;
  const [r, i] = [e - t.minMm, t.maxMm - e],
    a = n ? Do : 0;
  return r > -1e-9 && r < a ? t.minMm : i > -1e-9 && i < a ? t.maxMm : e;
}
var jo = 1e-6;
function Mo({ startMs: e, from: t, zone: n, limits: r, toMm: i, cruiseMmS: a }) {
  const o = Fo(r, a ?? r.maxSpeedMmS),
    s = Oo(e, t, n);
  return mo(s, ro(n, i), o, r.maxAccelerationMmS2), s.finish();
}
function No({ durationMs: e, ...t }) {
  const { from: n, zone: r, limits: i, toMm: a } = t;
  Ja(`maxAccelerationMmS2`, i.maxAccelerationMmS2);
  const o = e / 1e3,
    s = ho(n, ro(r, a), i.maxAccelerationMmS2, o);
  return Mo(s > jo && s < 1 / 0 ? { ...t, cruiseMmS: s } : t);
}
function Po({ startMs: e, from: t, zone: n, limits: r }) {
  Ja(`maxAccelerationMmS2`, r.maxAccelerationMmS2);
  const i = Oo(e, t, n);
  return i.rampTo(0, r.maxAccelerationMmS2), i.finish();
}
function Fo(e, t) {
  return (
    Ja(`maxSpeedMmS`, e.maxSpeedMmS),
    Ja(`maxAccelerationMmS2`, e.maxAccelerationMmS2),
    Ja(`cruiseMmS`, t),
    Math.min(t, e.maxSpeedMmS)
  );
}
var Io = 1e-6;
function Lo({ startMs: e, from: t, zone: n, limits: r, cruiseMmS: i, heading: a }) {
  const o = r.maxAccelerationMmS2,
    s = Fo(r, i),
    c = Ro(t, n, o, a) === `up`,
    l = c ? n.maxMm : n.minMm,
    u = Oo(e, t, n);
  if ((mo(u, l, s, o), n.maxMm - n.minMm < Io)) return u.finish();
  const d = u.length;
  return mo(u, c ? n.minMm : n.maxMm, s, o), mo(u, l, s, o), u.finish(d);
}
function Ro(e, t, n, r) {
  const i = go(e, n);
  return i >= t.maxMm ? `down` : i <= t.minMm ? `up` : e.speedMmS === 0 ? r : e.speedMmS > 0 ? `up` : `down`;
}
function zo(e, t) {
  return { startMs: e, knots: [{ atMs: 0, positionMm: t, speedMmS: 0, accelerationMmS2: 0 }] };
}
function Bo(e, t) {
  const n = Go(e, Math.max(0, t - e.startMs)).atMs,
    r = qo(e.knots, n),
    i = e.knots[r] ?? e.knots[0],
    a = e.knots[r + 1];
  if (!a) return Yo(i);
  const o = (n - i.atMs) / 1e3,
    s = i.speedMmS + i.accelerationMmS2 * o;
  return {
    positionMm: Xo(i.positionMm + (i.speedMmS + s) * 0.5 * o, i.positionMm, a.positionMm),
    speedMmS: Xo(s, i.speedMmS, a.speedMmS),
    accelerationMmS2: i.accelerationMmS2,
  };
}
function Vo(e) {
  return e.cycleFrom === void 0 ? e.startMs + Jo(e.knots).atMs : 1 / 0;
}
function Ho(e, t) {
  const { atMs: n, elapsedMs: r } = Go(e, Math.max(0, t - e.startMs)),
    i = Ko(e),
    a = i === void 0 ? 0 : r / i,
    o = Jo(e.knots).atMs;
  return a * (a > 0 ? Uo(e.knots, o) - Uo(e.knots, o - (i ?? 0)) : 0) + Uo(e.knots, n);
}
function Uo(e, t) {
  let n = 0;
  for (let r = 0; r < e.length - 1; r += 1) {
    const [i, a] = [e[r], e[r + 1]];
    if (!i || !a || i.atMs >= t) break;
    const o = (Math.min(a.atMs, t) - i.atMs) / 1e3;
    n += Math.abs((i.speedMmS + 0.5 * i.accelerationMmS2 * o) * o);
  }
  return n;
}
function Wo(e) {
  const t = Math.sign(e.speedMmS) || Math.sign(e.accelerationMmS2);
  if (t !== 0) return t > 0 ? `up` : `down`;
}
function Go(e, t) {
  const n = Ko(e);
  if (n === void 0) return { atMs: t, elapsedMs: 0 };
  const r = Jo(e.knots).atMs - n;
  if (t < r) return { atMs: t, elapsedMs: 0 };
  const i = (t - r) % n;
  return { atMs: r + i, elapsedMs: t - r - i };
}
function Ko(e) {
  if (e.cycleFrom === void 0) return;
  const t = e.knots[e.cycleFrom];
  return t && Jo(e.knots).atMs - t.atMs;
}
function qo(e, t) {
  let n = 0,
    r = e.length - 1;
  for (; n < r; ) {
    const i = (n + r + 1) >>> 1;
    (e[i]?.atMs ?? 1 / 0) <= t ? (n = i) : (r = i - 1);
  }
  return n;
}
function Jo(e) {
  return e[e.length - 1] ?? e[0];
}
function Yo({ positionMm: e, speedMmS: t, accelerationMmS2: n }) {
  return { positionMm: e, speedMmS: t, accelerationMmS2: n };
}
function Xo(e, t, n) {
  return Math.min(Math.max(e, Math.min(t, n)), Math.max(t, n));
}
var Zo = { halfS: 0, offsetMm: 0 },
  Qo = 1e-6,
  $o = 0.999;
function es(e, t, n) {
  const r = n.maxAccelerationMmS2,
    i = t.speedMmS - e.speedMmS,
    a = Math.abs(i) / (2 * r),
    o = Math.min(a, ts(e) / 2, ts(t) / 2),
    s = e.speedMmS * t.speedMmS,
    c = Math.abs(ao(t, t.startS) - ao(e, t.startS)) > Qo;
  if (s >= 0 || o < a || c) return { halfS: o, offsetMm: 0 };
  const l = Math.min(i ** 2 / (16 * r), -s / (2 * r), $o * ns(e, o, n), $o * ns(t, o, n));
  return { halfS: o, offsetMm: -Math.sign(i) * l };
}
function ts({ startS: e, endS: t }) {
  return t - e;
}
function ns(e, t, { maxSpeedMmS: n, maxAccelerationMmS2: r }) {
  const i = ts(e) / 2 - t,
    a = Math.min(n - Math.abs(e.speedMmS), (r * i) / 2);
  return a > 0 ? a * i - a ** 2 / r : 0;
}
var rs = 0.001,
  is = 0.001,
  as = 1e-6,
  os = { minMm: -1 / 0, maxMm: 1 / 0 },
  ss = 3;
function cs(e, t, n, r) {
  let { untilS: i } = t,
    a = ls(e, t, r);
  for (let o = 0; !a && e.atS < i; o += 1) {
    if ((e.brake(i), _s(e, n, i, r), o === ss)) return void gs(e, i);
    gs(e, Math.min(i, vs(e, t, n, r))), (a = e.atS >= i || ls(e, t, r));
  }
}
function ls(e, t, n) {
  let { line: r, entryMm: i, untilS: a } = t,
    o = fs(e, t, n);
  if (!o) {
    if (!ps(e, r, i, a, n)) return !1;
    o = fs(e, t, n);
  }
  return o && !ms(e, r, o, a, n) ? !1 : gs(e, a);
}
function us(e, t) {
  const { positionMm: n, speedMmS: r } = e.state;
  return { positionMm: n - ao(t, e.atS), speedMmS: r - t.speedMmS };
}
function ds(e, t, { maxSpeedMmS: n }) {
  return n - t * e.speedMmS;
}
function fs(e, { line: t, entryMm: n, exitMm: r, untilS: i }, a) {
  const o = us(e, t),
    s = Math.min(n, r) - rs,
    c = Math.max(n, r) + rs,
    l = go(o, a.maxAccelerationMmS2),
    u = Math.min(o.positionMm, l) >= s && Math.max(o.positionMm, l) <= c,
    d = Math.abs(o.speedMmS) > 1 && o.speedMmS * (r - n) <= 0;
  if (!u || d || i === 1 / 0 || e.atS >= i) return;
  const f = ds(t, Math.sign(r - o.positionMm), a);
  if (f < is) return;
  const p = (i - e.atS) * 1e3,
    m = No({ startMs: 0, from: o, zone: os, limits: { ...a, maxSpeedMmS: f }, toMm: r, durationMs: p });
  return Vo(m) <= p + as ? m : void 0;
}
function ps(e, t, n, r, i) {
  const a = us(e, t),
    o = ds(t, Math.sign(n - go(a, i.maxAccelerationMmS2)), i);
  if (o >= is) return ms(e, t, Mo({ startMs: 0, from: a, zone: os, limits: { ...i, maxSpeedMmS: o }, toMm: n }), r, i);
  const s = t.speedMmS - e.state.speedMmS,
    c = Math.abs(s) / i.maxAccelerationMmS2,
    l = Math.min(c, r - e.atS),
    u = Math.sign(s) * i.maxAccelerationMmS2,
    d = l === c ? t.speedMmS : e.state.speedMmS + u * l;
  return e.draw(u, l, d);
}
function ms(e, t, n, r, i) {
  for (let a = 0; a + 1 < n.knots.length; a += 1) {
    const o = n.knots[a],
      s = n.knots[a + 1],
      c = r - e.atS;
    if (!o || !s || c <= 0) break;
    const l = (s.atMs - o.atMs) / 1e3,
      u = Math.min(l, c),
      d = u < l ? o.speedMmS + o.accelerationMmS2 * u : s.speedMmS,
      f = hs(t.speedMmS + d, i.maxSpeedMmS);
    if (!e.draw(o.accelerationMmS2, u, f)) return !1;
    if (u < l) break;
  }
  return !0;
}
function hs(e, t) {
  const n = Math.abs(e) - t;
  return n > 0 && n < 1e-9 ? Math.sign(e) * t : e;
}
function gs(e, t) {
  const n = t - e.atS;
  return !(n > 0) || n === 1 / 0 || e.draw(0, n, e.state.speedMmS);
}
function _s(e, t, n, r) {
  const { positionMm: i } = e.state,
    a = Math.min(Math.max(i, t.minMm), t.maxMm);
  a === i ||
    e.atS >= n ||
    ms(
      e,
      { speedMmS: 0, throughS: 0, throughMm: 0 },
      Mo({ startMs: 0, from: e.state, zone: os, limits: r, toMm: a }),
      n,
      r,
    );
}
function vs(e, { line: t, entryMm: n, untilS: r }, i, a) {
  const o = us(e, t);
  if (e.state.speedMmS !== 0) return e.atS;
  const s = e.state.positionMm > (i.minMm + i.maxMm) / 2 ? 1 : -1,
    c = -s * t.speedMmS,
    l = Mo({ startMs: 0, from: o, zone: os, limits: a, toMm: n }),
    u = Math.sign(l.knots[0].accelerationMmS2);
  if (c > 0) {
    if (u !== s) return e.atS;
    const r = t.throughS + (e.state.positionMm - n - t.throughMm) / t.speedMmS;
    return Math.max(e.atS, r - c / (2 * a.maxAccelerationMmS2));
  }
  return u === s ? r : c === 0 || e.atS + Vo(l) / 1e3 <= r ? e.atS : r;
}
var ys = 1e-7,
  bs = 1e-8;
function xs(e, t, n, r) {
  let i = r.maxAccelerationMmS2,
    a = [],
    o = 0,
    { positionMm: s, speedMmS: c } = t,
    l = (e, t, r) => {
      const i = e === 0 ? c : r,
        l = a[a.length - 1],
        u = e === 0 && l?.accelerationMmS2 === 0 && l.speedMmS === c;
      t >= bs && !u && a.push({ atMs: o * 1e3, positionMm: s, speedMmS: c, accelerationMmS2: e }),
        (o += t),
        (s += (c + i) * 0.5 * t),
        (c = i),
        (s = Ss(s, n));
    },
    u = (e, t, r) => {
      const a = Math.sign(c) || Math.sign(r);
      if (a === 0 || e === -a * i) return l(e, t, r), !0;
      const o = a > 0 ? n.maxMm - s : s - n.minMm,
        u = a * c,
        d = a * e;
      if (((u + a * r) / 2) * t + r ** 2 / (2 * i) <= o + ys) return l(e, t, r), !0;
      const f = Math.max(0, o - u ** 2 / (2 * i)) / (1 + d / i),
        p = Math.sqrt(Math.max(0, u ** 2 + 2 * d * f)),
        m = u + p;
      return m > 0 && f > 0 && l(e, (2 * f) / m, a * p), !1;
    },
    d = (e, t, n) => {
      if (c * n >= 0) return u(e, t, n);
      const r = (t * c) / (c - n);
      return u(e, r, 0) ? u(e, t - r, n) : !1;
    },
    f = (e) => {
      const t = Math.abs(c) / i,
        n = Math.min(t, Math.max(0, e - o)),
        r = Math.sign(c);
      l(-r * i, n, n === t ? 0 : c - r * i * n);
    };
  return {
    get atS() {
      return o;
    },
    get state() {
      return { positionMm: s, speedMmS: c };
    },
    draw: d,
    brake: f,
    finish() {
      f(1 / 0);
      const t = { atMs: o * 1e3, positionMm: s, speedMmS: 0, accelerationMmS2: 0 },
        [n = t, ...r] = [...a, t];
      return { startMs: e, knots: [n, ...r] };
    },
  };
}
function Ss(e, { minMm: t, maxMm: n }) {
  return e > n && e <= n + 2 * ys ? n : e < t && e >= t - 2 * ys ? t : e;
}
var Cs = 2e3,
  ws = 400;
function Ts({ startMs: e, from: t, zone: n, limits: r, stream: i, horizonMs: a }) {
  Ja(`maxSpeedMmS`, r.maxSpeedMmS), Ja(`maxAccelerationMmS2`, r.maxAccelerationMmS2), Ja(`rate`, i.clock.rate);
  let o = so(i, { startMs: e, positionMm: t.positionMm, zone: n, maxSpeedMmS: r.maxSpeedMmS }),
    s = o.next().value;
  if (!s) return { plan: Po({ startMs: e, from: t, zone: n, limits: r }), validUntilMs: 1 / 0 };
  let c = xs(e, t, n, r),
    l = Zo;
  for (let t = 0; ; ) {
    const i = o.next().value,
      u = i ? es(s, i, r) : Zo,
      d = i ? i.startS - u.halfS : 1 / 0;
    if ((c.atS < d && (cs(c, { line: s, entryMm: l.offsetMm, exitMm: u.offsetMm, untilS: d }, n, r), (t += 1)), !i))
      return { plan: c.finish(), validUntilMs: 1 / 0 };
    if (d * 1e3 >= a || t >= ws) return { plan: c.finish(), validUntilMs: e + d * 1e3 };
    (s = i), (l = u);
  }
}
var Es = {
    vulva_oriented: !1,
    battery: !1,
    slider: 1,
    lra: 0,
    erm: 0,
    external_memory: !1,
    rgb_led_indicator: !0,
    led_matrix: !1,
    rgb_ring: !1,
  },
  Ds = { wifi: 4e3, wifiAndBle: 300 },
  Os = { wifi: 9707, wifiAndBle: 3e3 },
  ks = {
    handy: Ns(Nr.HANDY_1, `H01`, `The Handy`),
    'handy-1.2': Ns(Nr.HANDY_1_2, `H01`, `The Handy 1.2`),
    'handy-2': { ...Ns(Nr.HANDY_2, `H02`, `The Handy 2`), ...Ps() },
    'handy-2-pro': { ...Ns(Nr.HANDY_2_PRO, `H02`, `The Handy 2 Pro`), ...Ps({ battery: !0 }) },
    oh: {
      number: Nr.OH,
      wireName: `Oh.`,
      label: `Oh`,
      movement: void 0,
      capabilities: { ...Es, vulva_oriented: !0, battery: !0, slider: 0, lra: 1 },
      maxPoints: Ds,
    },
  },
  As = ({ capabilities: { lra: e = 0, erm: t = 0 } }) => e + t > 0,
  js = Object.keys(ks),
  Ms = (e) => Object.hasOwn(ks, e);
function Ns(e, t, n) {
  return { number: e, wireName: t, label: n, movement: Eo(e), capabilities: Es, maxPoints: Ds };
}
function Ps(e = {}) {
  return { capabilities: { ...Es, external_memory: !0, ...e }, maxPoints: Os };
}
var Fs = [
    { version: `4.2.1`, feature_flags: `development` },
    { version: `4.2.0`, feature_flags: `staging` },
    { version: `4.1.1`, feature_flags: `production` },
    { version: `4.1.0`, feature_flags: `production` },
    { version: `4.0.19`, feature_flags: `production` },
    { version: `4.0.11`, feature_flags: `production` },
  ],
  Is = { [pr.PRODUCTION]: `production`, [pr.STAGING]: `staging`, [pr.DEVELOPMENT]: `development` };
function Ls(e) {
  const t = Fs.find(({ feature_flags: t }) => t === Is[e]);
  if (!t) throw RangeError(`No firmware for environment ${e}`);
  return t;
}
var Rs = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
  zs = (e) => Rs.test(e),
  Bs = (e) => Number.parseInt(e, 10) < 4;
function Vs(e, t) {
  return Bs(e) ? Mr.UPDATE_REQUIRED : Hs(e) < Hs(Ls(t).version) ? Mr.UPDATE_AVAILABLE : Mr.UP_TO_DATE;
}
function Hs(e) {
  const [t = 0, n = 0, r = 0] = (Rs.exec(e) ?? []).slice(1).map(Number);
  return (t * 1e3 + n) * 1e3 + r;
}
var Us = { kind: `rest` };
function Ws({ movement: e, time: t, onIntent: n }) {
  let r = { maxSpeedMmS: e.speed.maxMmS, maxAccelerationMmS2: e.maxAccelerationMmS2 },
    i = Qa,
    a = Us,
    o = zo(t.monotonic(), eo(e.travel, i).minMm),
    s = 1 / 0,
    c = 0,
    l = `up`,
    u = t.monotonic(),
    d = () => void 0,
    f = () => eo(e.travel, i);
  function p() {
    const e = t.monotonic();
    for (; a.kind === `track` && e >= s; ) m(a.stream, s, e);
    return o;
  }
  function m(e, t, n) {
    const i = Bo(o, t),
      a = Math.max(Cs, n - t + 1),
      s = Ts({ startMs: t, from: i, zone: f(), limits: r, stream: e, horizonMs: a });
    h(s.plan, s.validUntilMs);
  }
  function h(e, t = 1 / 0) {
    (c += Ho(o, e.startMs)), (o = e), (s = t);
  }
  const g = () => Bo(p(), t.monotonic());
  function _() {
    const e = p().knots.at(-2);
    return (l = Wo(g()) ?? (e && Wo(e)) ?? l), l;
  }
  function v(n, i) {
    const a = f(),
      o = `mm` in n ? ro(a, n.mm) : to(a, n.share),
      s = { startMs: t.monotonic(), from: g(), limits: r, zone: a, toMm: o };
    if (`velocity01` in i) return Mo({ ...s, cruiseMmS: qa(e.speed, i.velocity01) });
    const { minMmS: c, maxMmS: l } = e.speed;
    if (`speedMmS` in i) return Mo({ ...s, cruiseMmS: Math.min(Math.max(i.speedMmS, c), l) });
    const d = u + i.durationMs,
      p = Mo({ ...s, cruiseMmS: c });
    return Vo(p) <= d ? p : No({ ...s, durationMs: Math.max(0, d - s.startMs) });
  }
  function y(e) {
    d = t.after(Vo(o) - o.startMs, () => {
      (a = Us), n(Us), e();
    });
  }
  function b(n) {
    d(), _();
    const o = t.monotonic(),
      s = g();
    switch (((a = n), n.kind)) {
      case `oscillate`:
        h(
          Lo({
            startMs: o,
            from: s,
            limits: r,
            zone: eo(e.travel, $a(i, n.window)),
            cruiseMmS: qa(e.speed, n.velocity01),
            heading: l,
          }),
        );
        return;
      case `go`:
        h(v(n.to, n.pace)), y(n.arrived);
        return;
      case `track`:
        m(n.stream, o, o);
        return;
      case `rest`:
        h(Po({ startMs: o, from: s, limits: r, zone: eo(e.travel, Qa) }));
    }
  }
  function x() {
    return a.kind === `go` ? t.monotonic() < Vo(o) : a.kind !== `rest`;
  }
  return {
    sample: g,
    heading: _,
    travelledMm: () => c + Ho(p(), t.monotonic()),
    stroke: () => i,
    zone: f,
    setStroke(e) {
      p(), (i = e), x() && b(a);
    },
    follow(e) {
      (u = t.monotonic()), b(e), n(e);
    },
    close: () => d(),
  };
}
var Gs = 6e4,
  Ks = 100 / (120 * Gs),
  qs = 100 / (90 * Gs),
  Js = 80,
  Ys = 9,
  Xs = 5,
  Zs = 3.3,
  Qs = 0.9,
  $s = 3.3,
  ec = 2,
  tc = 4095;
function nc({ time: e, emit: t, onEmpty: n, onPowered: r }) {
  let i = Js,
    a = e.monotonic(),
    o = 0,
    s = !1,
    c = { whole: Js, charger: s },
    l = !1,
    u = !1,
    d = !1,
    f = () => void 0,
    p = () => (s ? qs : 0) - o * Ks;
  function m(e) {
    const t = p() * (e - a);
    return ic(Math.min(100, Math.max(0, i + t)), Ys);
  }
  function h() {
    const t = m(e.monotonic()),
      n = ic(Zs + (Qs * t) / 100, 3),
      r = s ? Xs : 0;
    return {
      level: t / 100,
      charger_connected: s,
      charging_complete: s && t === 100,
      usb_voltage: r,
      battery_voltage: n,
      usb_adc_value: ac(r),
      battery_adc_value: ac(n),
    };
  }
  function g(t) {
    if (d) return;
    const n = e.monotonic();
    (i = m(n)), (a = n), t(), _(), v();
  }
  function _() {
    f();
    const t = p(),
      n = t > 0 ? Math.floor(i) + 1 : Math.ceil(i) - 1;
    t === 0 || n < 0 || n > 100 || (f = e.after((n - i) / t, () => g(() => void 0)));
  }
  function v() {
    const e = s ? Math.floor(i) : Math.ceil(i),
      a = e !== c.whole || s !== c.charger;
    (c = { whole: e, charger: s }), a && t({ name: `battery_changed`, data: h() });
    const o = l;
    (l = i === 0 && !s), l && !o ? ((u = !0), n()) : s && u && ((u = !1), r());
  }
  return {
    status: h,
    setLoad: (e) =>
      g(() => {
        o = rc(e);
      }),
    setCharger: (e) =>
      g(() => {
        s = e;
      }),
    setLevel: (e) =>
      g(() => {
        i = ic(rc(e) * 100, Ys);
      }),
    close() {
      (d = !0), f();
    },
  };
}
var rc = (e) => Math.min(1, Math.max(0, e)),
  ic = (e, t) => Number(e.toFixed(t)),
  ac = (e) => Math.round((e / ec / $s) * tc),
  oc = 500;
function sc({ time: e, deliver: t }) {
  let n = new Map(),
    r = !1;
  function i(e) {
    const r = n.get(e);
    r && (r(), n.delete(e), t({ button: e, event: Fr.LONG_PRESS_END }));
  }
  function a(r, o, s) {
    const c = s < o ? { atMs: s, run: l } : { atMs: o, run: () => i(r) };
    function l() {
      a(r, o, s + oc), t({ button: r, event: Fr.LONG_PRESS_STEP });
    }
    n.set(r, e.after(c.atMs - e.monotonic(), c.run));
  }
  return {
    press(e, n) {
      r || (i(e), t({ button: e, event: n }));
    },
    hold(n, o) {
      if (r) return;
      i(n);
      const s = e.monotonic();
      a(n, s + o, s + oc), t({ button: n, event: Fr.LONG_PRESS_START });
    },
    close() {
      r = !0;
      for (const e of n.values()) e();
    },
  };
}
var cc = 65,
  lc = 90,
  uc = 70,
  dc = 6e5,
  fc = 1e3;
function pc({ time: e, travelledMm: t, topSpeedMmS: n, onHigh: r, onOk: i }) {
  let a = 25,
    o = e.monotonic(),
    s = t(),
    c = !1,
    l = !1,
    u,
    d = !1;
  function f() {
    const r = e.monotonic(),
      i = t(),
      c = r - o;
    if (c <= 0) return a;
    const l = 25 + cc * (((i - s) * 1e3) / c / n);
    return (a = l + (a - l) * Math.exp(-c / dc)), (o = r), (s = i), a;
  }
  function p() {
    u?.cancel();
    const n = c ? mc(a, uc, 25) : mc(a, 75, lc);
    u = { cancel: e.after(Math.max(fc, n), m), fromMm: t() };
  }
  function m() {
    const e = d || (u !== void 0 && t() > u.fromMm);
    (d = !1), (u = void 0), f(), h(e);
  }
  function h(e) {
    const t = c;
    (c = t ? a > 70.000000001 : a >= 74.999999999), (c || e) && p(), c && !t && r(), t && !c && i();
  }
  return {
    celsius: f,
    set(e) {
      l || (f(), (a = e), h(u !== void 0));
    },
    wake() {
      l || (u ? (d = !0) : (f(), h(!0)));
    },
    close() {
      (l = !0), u?.cancel();
    },
  };
}
function mc(e, t, n) {
  return dc * Math.log((n - e) / (n - t));
}
var hc = 0.5;
function gc({ model: e, time: t, emit: n, endMotion: r, onEmpty: i, onPowered: a, onButton: o }) {
  let { movement: s, capabilities: c } = e,
    l = !1,
    u = !1,
    d = c.battery ? nc({ time: t, emit: n, onEmpty: i, onPowered: a }) : void 0,
    f = s && Ws({ movement: s, time: t, onIntent: h }),
    p =
      f &&
      pc({
        time: t,
        travelledMm: f.travelledMm,
        topSpeedMmS: s.speed.maxMmS,
        onHigh: () => {
          (u = !0), n({ name: `temp_high`, data: void 0 }), r();
        },
        onOk: () => {
          (u = !1), n({ name: `temp_ok`, data: void 0 });
        },
      }),
    m = sc({ time: t, deliver: o });
  function h(e) {
    d?.setLoad(_c(e)), e.kind !== `rest` && p?.wake();
  }
  return {
    core: f,
    motor() {
      if (!f) throw new Q(Z.notSupported);
      if (l) throw new Q(Z.sliderBlocked);
      if (u) throw new Q(Z.motorTemperatureHigh);
      return f;
    },
    motorCelsius: () => p?.celsius() ?? 25,
    setLoad: (e) => d?.setLoad(e),
    battery: () => d?.status(),
    hardware: () => ({
      press: m.press,
      hold: m.hold,
      setCharger: (e) => d?.setCharger(e),
      setBatteryLevel: (e) => d?.setLevel(e),
      setSliderBlocked(e) {
        f && e !== l && ((l = e), n({ name: e ? `slider_blocked` : `slider_unblocked`, data: void 0 }), e && r());
      },
      setMotorTemperature: (e) => p?.set(e),
      reportLowMemory(e) {
        const { discarded_msg_size: t, ...r } = e;
        n(t === void 0 ? { name: `low_memory_warning`, data: r } : { name: `low_memory_error`, data: e });
      },
      reportError: (e) => n({ name: `device_error`, data: e }),
      reportWifiScan: (e) => n({ name: `wifi_scan_complete`, data: { nr_of_networks: e } }),
    }),
    close() {
      f?.close(), p?.close(), d?.close(), m.close();
    },
  };
}
function _c(e) {
  switch (e.kind) {
    case `rest`:
      return 0;
    case `oscillate`:
      return e.velocity01;
    case `go`:
    case `track`:
      return hc;
  }
}
function vc(e) {
  let t = { instantMs: e.monotonic(), deviceMs: 0, rate: 1 },
    n = 0,
    r,
    i = 0,
    a = () => void 0,
    o = () => t.deviceMs + (e.monotonic() - t.instantMs) * t.rate,
    s = () => ({ time: Math.round(o()), clock_offset: r?.clock_offset ?? 0, rtd: r?.rtd ?? 0 });
  return {
    synchronise(e) {
      return (r = e), s();
    },
    setError(r) {
      (t = { instantMs: e.monotonic(), deviceMs: o() + r.skewMs - n, rate: 1 + r.driftPpm / 1e6 }), (n = r.skewMs);
    },
    instantOfServer(e) {
      if (r) return t.instantMs + (e - r.clock_offset - t.deviceMs) / t.rate;
    },
    offsetMs: () => i,
    onOffset(e) {
      a = e;
    },
    handlers: {
      'hstp.info': s,
      'hstp.offset': () => ({ offset: i }),
      'hstp.setOffset': (e) => ((i = e.offset), a(), `ok`),
    },
  };
}
var yc = new Map([
  [Pr.UP, 0.1],
  [Pr.DOWN, -0.1],
]);
function bc({ slider: e, motor: t, modes: n, emit: r }) {
  let i = !1,
    a = 0,
    o = Qa,
    s = () => ({ play_state: i ? ti.PLAYING : ti.STOPPED, velocity: a, direction: e().heading() === `up` });
  function c() {
    e().follow(i ? { kind: `oscillate`, velocity01: a, window: o } : { kind: `rest` });
    const t = s();
    return r({ name: `hamp_state_changed`, data: t }), t;
  }
  function l(t) {
    return e(), n.enter(q.HAMP), t(), c();
  }
  function u() {
    i && ((i = !1), c());
  }
  return (
    n.register(q.HAMP, {
      end: u,
      press({ button: e, event: t }) {
        if (!i || t !== Fr.SHORT_PRESS) return !1;
        if (e === Pr.POWER) return u(), !0;
        const n = yc.get(e);
        return n !== void 0 && ((a = Math.min(Math.max(Math.round((a + n) * 100) / 100, 0), 1)), c(), !0);
      },
    }),
    {
      'hamp.state': s,
      'hamp.start': () => (
        t(),
        l(() => {
          i || (a = 0), (i = !0);
        })
      ),
      'hamp.stop': () =>
        l(() => {
          i = !1;
        }),
      'hamp.velocity': (e) =>
        l(() => {
          a = e.velocity;
        }),
      'hamp.stroke': (e) =>
        l(() => {
          o = e;
        }),
    }
  );
}
function xc({ slider: e, motor: t, modes: n, emit: r }) {
  let i = !1,
    a = (e) => r({ name: `hdsp_state_changed`, data: { state: e } });
  function o() {
    e().follow({ kind: `rest` }), i && ((i = !1), a(ci.STOPPED));
  }
  function s() {
    (i = !1), a(ci.POINT_REACHED);
  }
  function c(r, c, { stop_on_target: l }) {
    if (l && `durationMs` in c && c.durationMs === 0) return e(), n.enter(q.HDSP), o(), `ok`;
    const u = t();
    return n.enter(q.HDSP), (i = !0), u.follow({ kind: `go`, to: r, pace: c, arrived: s }), a(ci.MOVING), `ok`;
  }
  return (
    n.register(q.HDSP, {
      end: () => {
        i && o();
      },
    }),
    {
      'hdsp.xava': (e) => c({ mm: e.xa }, { speedMmS: e.va }, e),
      'hdsp.xavp': (e) => c({ mm: e.xa }, { velocity01: e.vp }, e),
      'hdsp.xpva': (e) => c({ share: e.xp }, { speedMmS: e.va }, e),
      'hdsp.xpvp': (e) => c({ share: e.xp }, { velocity01: e.vp ?? e.va ?? 0 }, e),
      'hdsp.xat': (e) => c({ mm: e.xa }, { durationMs: e.t }, e),
      'hdsp.xpt': (e) => c({ share: e.xp }, { durationMs: e.t }, e),
    }
  );
}
var Sc = { points: [], tailIndex: 0 };
function Cc(e, t, n) {
  const r = t.flush ? [] : [...e.points];
  for (const e of t.points) e.t >= (r.at(-1)?.t ?? 0) && r.push(e);
  const i = t.tail_point_stream_index ?? e.tailIndex + t.points.length;
  return { points: r.length > n ? r.slice(r.length - n) : r, tailIndex: i };
}
function wc({ points: e, tailIndex: t }, n) {
  return e.length - 1 - (t - n);
}
var Tc = ({ points: e }, t) => fo(e).countUntil(t),
  { NOT_INITIALIZED: Ec, PLAYING: Dc, STOPPED: Oc, PAUSED: kc, STARVING: Ac } = gi,
  jc = 500,
  Mc = 1e-6;
function Nc({ time: e, follow: t, tell: n, offsetMs: r }) {
  let i = Ec,
    a = Sc,
    o = 0,
    s = 0,
    c = 1,
    l = !1,
    u = !1,
    d = 0,
    f = !1,
    p = { atMs: 0, streamMs: 0, rate: 0 },
    m = 0,
    h = 0,
    g = -1 / 0,
    _ = () => void 0,
    v = () => e.monotonic(),
    y = () => l && yo(a.points) > 0,
    b = () => a.points.at(-1)?.t,
    x = () => (p.rate === 0 ? p.streamMs : Math.max(p.streamMs, Ya(p, v()))),
    S = (e) => (y() ? bo(a.points, e) : e),
    C = () => S(x()),
    ee = () => i === Dc || (i === Ac && p.rate > 0);
  function w() {
    const { points: e, tailIndex: t } = a;
    return {
      play_state: i,
      pause_on_starving: u,
      points: e.length,
      max_points: s,
      current_point: e.length === 0 ? 0 : Tc(a, C() + Mc) - 1,
      current_time: Math.round(S(x() - m)),
      loop: l,
      playback_rate: c,
      first_point_time: e[0]?.t ?? 0,
      last_point_time: b() ?? 0,
      stream_id: o,
      tail_point_stream_index: t,
      tail_point_stream_index_threshold: d,
    };
  }
  const te = (e) => n(e, w());
  function ne(e, t) {
    p = { atMs: Math.max(v(), p.atMs), streamMs: e, rate: t };
  }
  function re() {
    const e = v() < p.atMs;
    t({ kind: `track`, stream: { points: e ? xo(a.points, p.streamMs) : a.points, clock: p, loop: l && !e } });
  }
  function ie() {
    const e = f ? wc(a, d) : 1 / 0;
    if (e < Tc(a, C())) return p.atMs;
    const t = a.points[e];
    return t ? Xa({ atMs: Math.max(v(), p.atMs), streamMs: C(), rate: p.rate }, t.t) : 1 / 0;
  }
  function ae() {
    const e = b();
    return y() ? oe() : i === Ac ? 1 / 0 : e === void 0 ? p.atMs : Math.max(p.atMs, Xa(p, e));
  }
  function oe() {
    const e = a.points[0]?.t ?? 0,
      t = Math.max(v(), p.atMs, g + jc),
      n = Math.ceil((Ya(p, t) - e - Mc) / yo(a.points));
    return Xa(p, e + Math.max(1, n) * yo(a.points));
  }
  function se() {
    if ((_(), !ee())) return;
    const t = v() < p.atMs ? p.atMs : 1 / 0,
      n = Math.min(t, ie(), ae());
    n < 1 / 0 && (_ = e.after(Math.max(0, n - v()), () => ce(t <= n)));
  }
  function ce(e) {
    e && re();
    const t = (e) => e <= v() + Mc;
    t(ie()) && ((f = !1), te(`hsp_threshold_reached`)), t(ae()) && T(), se();
  }
  function T() {
    y()
      ? ((g = v()), te(`hsp_looping`))
      : ((i = Ac),
        u
          ? (ne(Math.max(p.streamMs, Math.min(x(), b() ?? x())), 0), te(`hsp_paused_on_starving`))
          : te(`hsp_starving`));
  }
  function le() {
    const e = y() || (b() ?? -1 / 0) > x();
    if (i === Ac && e) {
      const e = p.rate === 0;
      (i = Dc), e && (ne(C(), c), te(`hsp_resumed_on_not_starving`));
    }
    ee() && ((i === Dc || a.points.length === 0) && re(), se());
  }
  function E(e) {
    y() && v() >= p.atMs && ne(C(), p.rate), e(), le();
  }
  function ue(e) {
    (p = { atMs: v(), streamMs: C(), rate: 0 }), (i = e), _(), t({ kind: `rest` });
  }
  function de(e) {
    (d = e), (f = e > 0);
  }
  return {
    state: w,
    setup(e, t) {
      (o = e),
        (s = t),
        (a = Sc),
        ([c, l, u] = [1, !1, !1]),
        de(0),
        (m = 0),
        (p = { ...p, streamMs: 0, rate: 0 }),
        ue(Oc);
    },
    add(e, t) {
      E(() => {
        (a = Cc(a, e, s)), t !== void 0 && de(t);
      });
    },
    flush: () =>
      E(() => {
        a = { ...a, points: [] };
      }),
    play(e) {
      ({ rate: c, loop: l, pauseOnStarving: u } = e),
        (m = r() * c),
        (p = { atMs: e.atMs, streamMs: S(e.startMs + m), rate: c }),
        (i = Dc),
        (g = -1 / 0),
        re(),
        se();
    },
    stop: () => ue(Oc),
    pause() {
      (i === Dc || i === Ac) && ((h = Math.max(v(), p.atMs)), ue(kc));
    },
    resume(e) {
      if (i !== kc) return;
      const t = e ? v() - h : 0;
      (p = { atMs: v() - Math.min(0, t), streamMs: p.streamMs + Math.max(0, t) * c, rate: c }), (i = Dc), re(), se();
    },
    synchronise: (e, t) =>
      E(() => {
        p = Za(p, v(), e + m, t);
      }),
    setThreshold(e) {
      de(e), se();
    },
    setLoop: (e) =>
      E(() => {
        l = e;
      }),
    setRate: (e) =>
      E(() => {
        const t = p.rate > 0,
          n = (m / c) * e;
        ne(x() + n - m, t ? e : 0), ([c, m] = [e, n]);
      }),
    setPauseOnStarving(e) {
      u = e;
    },
    offsetChanged: () =>
      E(() => {
        const e = r() * c;
        (p = { ...p, streamMs: p.streamMs + e - m }), (m = e);
      }),
    close: () => _(),
  };
}
var Pc = 864e5;
function Fc({ slider: e, motor: t, modes: n, clock: r, emit: i, time: a, random: o, maxPoints: s }) {
  const c = Nc({
    time: a,
    follow: (t) => e().follow(t),
    tell: (e, t) => i({ name: e, data: t }),
    offsetMs: r.offsetMs,
  });
  r.onOffset(c.offsetChanged);
  const l = () => c.state().play_state !== gi.NOT_INITIALIZED,
    u = () => _i(c.state());
  function d() {
    e(), n.enter(q.HSP), l() || c.setup(0, s());
  }
  function f(e) {
    return d(), e(), c.state();
  }
  function p(e) {
    const t = a.monotonic(),
      n = e === void 0 ? t : (r.instantOfServer(e) ?? t);
    if (t - n > Pc) throw new Q(Z.delayTooLong);
    if (n - t > Pc) throw new Q(Z.negativeDelay);
    return n;
  }
  function m(e) {
    e(), i({ name: `hsp_state_changed`, data: c.state() });
  }
  return (
    n.register(q.HSP, {
      end: () => {
        const { play_state: e } = c.state();
        (u() || e === gi.PAUSED) && m(c.stop);
      },
      press: ({ button: e, event: t }) => (e !== Pr.POWER || t !== Fr.SHORT_PRESS || !u() ? !1 : (m(c.pause), !0)),
    }),
    {
      handlers: {
        'hsp.state': () => (e(), c.state()),
        'hsp.setup': ({ stream_id: e }) => f(() => c.setup(e || o.integer(1, 4294967295), s())),
        'hsp.flush': () => f(c.flush),
        'hsp.add': (e) => f(() => c.add(e, e.tail_point_threshold)),
        'hsp.play': ({ start_time: e, server_time: n, playback_rate: r, loop: i, pause_on_starving: a, add: o }) => {
          t();
          const s = { startMs: e, atMs: p(n), rate: r, loop: i, pauseOnStarving: a };
          return {
            ...f(() => {
              o && c.add(o, o.tail_point_threshold), c.play(s);
            }),
            current_point: -1,
          };
        },
        'hsp.stop': () => f(c.stop),
        'hsp.pause': () => f(c.pause),
        'hsp.resume': ({ pick_up: e }) => (t(), f(() => c.resume(e))),
        'hsp.threshold': ({ tail_point_threshold: e }) => f(() => c.setThreshold(e)),
        'hsp.pauseOnStarving': ({ pause_on_starving: e }) => f(() => c.setPauseOnStarving(e)),
        'hsp.synctime': ({ current_time: e, server_time: t, filter: n }) => {
          const r = p(t);
          return f(() => {
            const { playback_rate: t } = c.state();
            c.synchronise(e + (u() ? (a.monotonic() - r) * t : 0), n);
          });
        },
        'hsp.loop': ({ loop: e }) => f(() => c.setLoop(e)),
        'hsp.playbackrate': ({ playback_rate: e }) => f(() => c.setRate(e)),
      },
      close: c.close,
    }
  );
}
function Ic({ model: e, modes: t, emit: n, setLoad: r }) {
  let i = (e.capabilities.lra ?? 0) > 0,
    a = (e.capabilities.slider ?? 0) > 0,
    o = { enabled: !1, amplitude: 0, frequency: 0, position: 200 };
  function s() {
    if (!As(e)) throw new Q(Z.notSupported);
  }
  function c(e) {
    const { enabled: t, amplitude: i, frequency: a, position: s } = o;
    o = e;
    const c = e.enabled === t && e.amplitude === i && e.frequency === a && e.position === s;
    return r(o.enabled ? o.amplitude : 0), c || n({ name: `hvp_state_changed`, data: o }), o;
  }
  function l(e) {
    return s(), t.enter(q.VIBRATE), c({ ...o, ...e });
  }
  const u = () => void c({ ...o, enabled: !1 });
  return (
    t.register(q.VIBRATE, {
      end: u,
      press({ button: e, event: t }) {
        return !o.enabled || e !== Pr.POWER || t !== Fr.SHORT_PRESS ? !1 : (u(), !0);
      },
    }),
    {
      'hvp.state': () => (s(), o),
      'hvp.setState': ({ amplitude: e, frequency: t, position: n }) =>
        l({ enabled: !0, amplitude: e, ...(i ? { frequency: t } : {}), ...(a ? { position: n } : {}) }),
      'hvp.start': () => l({ enabled: !0, amplitude: 0, frequency: 0 }),
      'hvp.stop': () => l({ enabled: !1 }),
    }
  );
}
function Lc(e) {
  return new Rc(e);
}
var Rc = class {
    #e;
    #t = q.IDLE;
    #n = 0;
    #r = !1;
    #i;
    constructor(e) {
      this.#e = e;
    }
    current() {
      return this.#t;
    }
    sessionId() {
      return this.#n;
    }
    enter(e) {
      if (e !== this.#t) {
        if (this.#r) throw new Q(Z.otaRunning);
        this.end(),
          (this.#t = e),
          (this.#n += 1),
          this.#e({ name: `mode_changed`, data: { mode: e, mode_session_id: this.#n } });
      }
    }
    hold(e) {
      this.enter(e), (this.#r = !0);
    }
    release() {
      this.#r = !1;
    }
    register(e, t) {
      (this.#i ??= new Map()), this.#i.set(e, t);
    }
    end() {
      this.#i?.get(this.#t)?.end();
    }
    press(e) {
      return this.#i?.get(this.#t)?.press?.(e) ?? !1;
    }
  },
  zc = 3,
  Bc = 0.5;
function Vc({ slider: e, motorCelsius: t, emit: n }) {
  function r() {
    const { min: t, max: n } = e().stroke(),
      { minMm: r, maxMm: i } = e().zone();
    return { min: t, max: n, min_absolute: r, max_absolute: i };
  }
  return {
    'slider.state': () => {
      const { positionMm: n, speedMmS: r } = e().sample();
      return {
        position: no(e().zone(), n),
        position_absolute: n,
        motor_temp: Math.round(t()),
        speed_absolute: Math.round(Math.abs(r)),
        dir: e().heading() === `up`,
        motor_position: Math.floor(n / Bc) % zc,
      };
    },
    'slider.stroke': r,
    'slider.setStroke': (t) => {
      const i = e().stroke(),
        a = { min: t.min ?? i.min, max: t.max ?? i.max };
      if (a.min > a.max) throw new Q(Z.invalidParameter);
      e().setStroke(a);
      const o = r();
      return (a.min !== i.min || a.max !== i.max) && n({ name: `stroke_changed`, data: o }), o;
    },
  };
}
var Hc = new Set([q.HAMP, q.HSSP, q.HDSP, q.HSP]);
function Uc({ model: e, modes: t }, n) {
  const r = () => ({ mode: t.current(), mode_session_id: t.sessionId() });
  function i(n) {
    if (!Wc(e, n)) throw new Q(Z.notSupported);
    return t.enter(n), r();
  }
  return {
    'info.info': n.info,
    'info.mode': r,
    'info.setMode': (e) => (i(e.mode), `ok`),
    'info.setMode2': (e) => i(e.mode),
    'info.capabilities': () => e.capabilities,
    'info.sids': n.sessionIds,
    'info.sliderSettings': () => {
      if (!e.movement) throw new Q(Z.notSupported);
      return Gc(e.movement);
    },
  };
}
function Wc(e, t) {
  return Hc.has(t) ? e.movement !== void 0 : t !== q.VIBRATE || As(e);
}
function Gc({ travel: e, speed: t, maxAccelerationMmS2: n }) {
  const r = e.offsetMm + e.lengthMm;
  return {
    x_limit_start: 0,
    x_limit_stop: r + e.offsetMm,
    x_end_buffer: e.offsetMm,
    x_end_zone_size: 0,
    x_end_zone_speed: t.minMmS,
    x_min_speed: t.minMmS,
    x_max_speed: t.maxMmS,
    x_min_speed_theoretical: t.minMmS,
    x_max_speed_theoretical: t.maxMmS,
    turn_time: Math.round(((2 * t.maxMmS) / n) * 1e3),
    regulator_timeout: 1e3,
    temp_high_trigger: 75,
    temp_offset: 0,
    temp_hysteresis: 5,
    x_stroke_min: e.offsetMm,
    x_stroke_max: r,
    overclock_enabled: !1,
    x_inverse_motor: !1,
    x_inverse_hall: !1,
  };
}
var Kc = new Set([K.WIFI, K.WIFI_BLE]),
  qc = new Set([K.BLE, K.WIFI_BLE, K.LEGACY_BLE]);
function Jc(e) {
  let t = !1,
    n = Lr.NOT_INITIALIZED;
  return {
    wifi: () => t,
    ble: () => n,
    bootInto(e) {
      (t = Kc.has(e)), (n = qc.has(e) ? Lr.ADVERTISING : Lr.NOT_INITIALIZED);
    },
    setWifi(e) {
      t = e;
    },
    setBle(t) {
      (n = t), e({ name: `ble_status_changed`, data: { state: t } });
    },
    mode() {
      return n === Lr.NOT_INITIALIZED ? (t ? K.WIFI : K.NONE) : t ? K.WIFI_BLE : K.BLE;
    },
  };
}
function Yc({ radios: e, environment: t, setEnvironment: n, reboot: r, switchWifi: i }) {
  const a = () => e.ble() !== Lr.NOT_INITIALIZED;
  return {
    'system.interfaces': () => ({ wifi: e.wifi(), ble: a() }),
    'system.setInterfaces': ({ wifi: t, ble: n }) => (
      n !== a() && e.setBle(n ? Lr.ADVERTISING : Lr.NOT_INITIALIZED), i(t), `ok`
    ),
    'system.environment': () => ({ environment: t() }),
    'system.setEnvironment': (e) => (n(e.environment), `ok`),
    'system.reboot': ({ connection_mode: e }) => (r(e), `ok`),
  };
}
function Xc(e) {
  let t = Lc(e.emit),
    n = vc(e.time),
    r;
  function i() {
    const { system: r, info: i, sessionIds: a, updateHandlers: o, ...s } = e,
      c = { ...s, modes: t, clock: n },
      l = Fc(c);
    return {
      close: l.close,
      handlers: {
        ...Uc(c, { info: i, sessionIds: () => a(t.sessionId()) }),
        ...bc(c),
        ...xc(c),
        ...Ic(c),
        ...Vc(c),
        ...l.handlers,
        ...n.handlers,
        ...Yc(r),
        ...o,
      },
    };
  }
  return {
    modes: t,
    clock: n,
    close: () => r?.close(),
    handlerOf(e) {
      return n.handlers[e] || ((r ??= i()), r.handlers[e]);
    },
  };
}
function Zc(e) {
  return () => {
    if (!e) throw new Q(Z.notSupported);
    return e;
  };
}
var Qc = 20,
  $c = 500;
function el({ time: e, modes: t, emit: n, installed: r, onInstalled: i }) {
  let a = { done: !1, progress: 0, failed: !1 },
    o,
    s = !1,
    c = () => void 0;
  function l(e) {
    (a = e), n({ name: `ota_progress`, data: a });
  }
  function u() {
    (s = !1), (o = void 0), t().release(), l({ ...a, failed: !0 }), t().enter(q.IDLE);
  }
  function d(t, n) {
    const r = n / Qc;
    o !== void 0 && r >= o
      ? ((a = { ...a, progress: o }), u())
      : n === Qc
        ? ((s = !1), l({ done: !0, progress: 1, failed: !1 }), i(t))
        : (l({ done: !1, progress: r, failed: !1 }), (c = e.after($c, () => d(t, n + 1))));
  }
  return {
    handlers: { 'ota.progress': () => a },
    start(n) {
      if (s) throw new Q(Z.otaRunning);
      const { version: i, feature_flags: a } = r();
      if (n.version === i && n.feature_flags === a) throw new Q(Z.otaSameImage);
      t().hold(q.OTA), (s = !0), l({ done: !1, progress: 0, failed: !1 }), (c = e.after($c, () => d(n, 1)));
    },
    failAt(e) {
      o = e;
    },
    abort() {
      c(), s && (a = { ...a, failed: !0 }), (s = !1);
    },
  };
}
var tl = 200,
  nl = 3e3,
  rl = new Set([Pr.POWER, Pr.WIFI]),
  il = new Set([Fr.PRESSED, Fr.SHORT_PRESS, Fr.LONG_PRESS_START]),
  al = { driftPpm: 0, skewMs: 0 };
function ol(e) {
  let { body: t, connection: n, build: r, time: i, emit: a, install: o } = e,
    s,
    c = !1,
    l = !1,
    u = !1,
    d = al,
    f,
    p,
    m = Jc(a),
    h = () => {
      if (!s) throw new Q(Z.deviceNotConnected);
      return s;
    },
    g = el({
      time: i,
      modes: () => h().modes,
      emit: a,
      installed: e.release,
      onInstalled: (e) => {
        (f = e), S(m.mode());
      },
    });
  function _(e, t) {
    v(),
      l ||
        (p = i.after(e, () => {
          (p = void 0), t();
        }));
  }
  function v() {
    p?.(), (p = void 0), (u = !1);
  }
  function y() {
    !l && !c && s && m.wifi() && n.goOnline();
  }
  function b(c) {
    v(),
      f && o(f),
      (f = void 0),
      m.bootInto(c),
      n.boot(),
      (s = Xc({
        model: r,
        time: i,
        random: e.random,
        emit: a,
        slider: Zc(t.core),
        motor: t.motor,
        motorCelsius: t.motorCelsius,
        setLoad: t.setLoad,
        maxPoints: () => (m.ble() === Lr.NOT_INITIALIZED ? r.maxPoints.wifi : r.maxPoints.wifiAndBle),
        info: () => {
          const t = e.info();
          if (!t) throw new Q(Z.deviceNotConnected);
          return t;
        },
        sessionIds: (e) => ({
          boot_session_id: n.bootSessionId(),
          socket_session_id: n.socketSessionId(),
          mode_session_id: e,
        }),
        updateHandlers: g.handlers,
        system: { radios: m, environment: e.environment, setEnvironment: e.setEnvironment, reboot: S, switchWifi: C },
      })),
      s.clock.setError(d),
      y();
  }
  function x(e) {
    v(), s?.modes.end(), g.abort(), n.goOffline(e), s?.close(), (s = void 0);
  }
  function S(e) {
    _(tl, () => {
      x(`reboot`), _(nl, () => b(e));
    }),
      (u = !0);
  }
  function C(e) {
    u ||
      _(tl, () => {
        m.setWifi(e), e ? y() : n.goOffline(`wifi off`);
      });
  }
  function ee() {
    const e = t.battery(),
      n = !e || e.level > 0 || e.charger_connected === !0;
    !s && !l && n && b(K.WIFI);
  }
  function w() {
    s ? (m.setWifi(!0), y()) : p || _(nl, ee);
  }
  return {
    radios: m,
    update: g,
    firmware: () => s,
    turnOn: ee,
    shutDown: x,
    connect() {
      (c = !1), s || ee(), m.setWifi(!0), y();
    },
    cut(e) {
      (c = !0), n.goOffline(e);
    },
    restartSession() {
      n.goOffline(`session restart`), y();
    },
    press(e) {
      const { button: t, event: n } = e;
      rl.has(t) && il.has(n) && (!s || !m.wifi())
        ? w()
        : s && !s.modes.press(e) && a({ name: `button_event`, data: e });
    },
    setClockError(e) {
      (d = e), s?.clock.setError(e);
    },
    close() {
      (l = !0), x(`closed`);
    },
  };
}
var sl = `0123456789ABCDEFGHJKMNPQRSTVWXYZ`,
  cl = 32,
  ll = 16,
  ul = 0xffffffffffff,
  dl;
((e) => {
  (e.Base32IncorrectEncoding = `B32_ENC_INVALID`),
    (e.DecodeTimeInvalidCharacter = `DEC_TIME_CHAR`),
    (e.DecodeTimeValueMalformed = `DEC_TIME_MALFORMED`),
    (e.EncodeTimeNegative = `ENC_TIME_NEG`),
    (e.EncodeTimeSizeExceeded = `ENC_TIME_SIZE_EXCEED`),
    (e.EncodeTimeValueMalformed = `ENC_TIME_MALFORMED`),
    (e.PRNGDetectFailure = `PRNG_DETECT`),
    (e.ULIDInvalid = `ULID_INVALID`),
    (e.Unexpected = `UNEXPECTED`),
    (e.UUIDInvalid = `UUID_INVALID`);
})((dl ||= {}));
var fl = class extends Error {
  constructor(e, t) {
    super(`${t} (${e})`), (this.name = `ULIDError`), (this.code = e);
  }
};
function pl(e) {
  const t = Math.floor(e() * cl) % cl;
  return sl.charAt(t);
}
function ml(e) {
  const t = hl(),
    r = (t && (t.crypto || t.msCrypto)) || (n === void 0 ? null : n);
  if (typeof r?.getRandomValues == `function`)
    return () => {
      const e = new Uint8Array(1);
      return r.getRandomValues(e), e[0] / 256;
    };
  if (typeof r?.randomBytes == `function`) return () => r.randomBytes(1).readUInt8() / 256;
  if (n?.randomBytes) return () => n.randomBytes(1).readUInt8() / 256;
  throw new fl(dl.PRNGDetectFailure, `Failed to find a reliable PRNG`);
}
function hl() {
  return vl()
    ? self
    : typeof window < `u`
      ? window
      : typeof global < `u`
        ? global
        : typeof globalThis < `u`
          ? globalThis
          : null;
}
function gl(e, t) {
  let n = ``;
  for (; e > 0; e--) n = pl(t) + n;
  return n;
}
function _l(e, t = 10) {
  if (isNaN(e)) throw new fl(dl.EncodeTimeValueMalformed, `Time must be a number: ${e}`);
  if (e > 0xffffffffffff) throw new fl(dl.EncodeTimeSizeExceeded, `Cannot encode a time larger than ${ul}: ${e}`);
  if (e < 0) throw new fl(dl.EncodeTimeNegative, `Time must be positive: ${e}`);
  if (Number.isInteger(e) === !1) throw new fl(dl.EncodeTimeValueMalformed, `Time must be an integer: ${e}`);
  let n,
    r = ``;
  for (let i = t; i > 0; i--) (n = e % cl), (r = sl.charAt(n) + r), (e = (e - n) / cl);
  return r;
}
function vl() {
  return typeof WorkerGlobalScope < `u` && self instanceof WorkerGlobalScope;
}
function yl(e, t) {
  const n = t || ml();
  return _l(!e || isNaN(e) ? Date.now() : e, 10) + gl(ll, n);
}
var bl = 2 ** 32 - 1;
function xl(e) {
  return new Sl(e);
}
var Sl = class {
  #e;
  #t = 0;
  #n = 0;
  #r;
  #i = 0;
  constructor(e) {
    this.#e = e;
  }
  isOnline() {
    return this.#r !== void 0;
  }
  sessionId() {
    return this.#r;
  }
  bootSessionId() {
    return this.#t;
  }
  socketSessionId() {
    return this.#n;
  }
  boot() {
    (this.#t = this.#e.random.integer(0, bl)), (this.#n = 0);
  }
  goOnline() {
    if (this.#r !== void 0) return;
    const { time: e, random: t, tell: n, info: r } = this.#e;
    (this.#i = Math.max(e.now(), this.#i + 1)),
      (this.#r = yl(this.#i, () => t.next())),
      n({ name: `device_connected`, data: { connected: !0, info: r() } }),
      n({ name: `wifi_status_changed`, data: { state: Ir.CONNECTED, socket_connected: !0 } });
  }
  goOffline(e) {
    if (this.#r === void 0) return;
    const { time: t, tell: n } = this.#e,
      r = { session_id: this.#r, reason: e, timestamp: Cl(t.now()) };
    (this.#r = void 0), (this.#n += 1), n({ name: `device_disconnected`, data: r });
  }
};
function Cl(e) {
  return `${new Date(e).toISOString().slice(0, -1).replace(`T`, ` `)} +0000 UTC`;
}
var wl = `4.1.1`,
  Tl = new Set([`device_connected`, `device_disconnected`]);
function El(e) {
  const { connectionKey: t, model: n, time: r, random: i, firmware: a = wl } = e;
  if (!zs(a)) throw RangeError(`firmware must be major.minor.patch`);
  let o = new Set(),
    s = ks[n],
    c = { version: a, feature_flags: `production` },
    l = pr.PRODUCTION,
    u = Vs(c.version, l);
  function d(e) {
    if (!Bs(c.version) || Tl.has(e.name)) for (const t of o) t(e);
  }
  const f = (e) => {
    m.isOnline() && d(e);
  };
  function p() {
    const e = m.sessionId();
    if (e !== void 0)
      return {
        fw_status: u,
        fw_version: c.version,
        fw_feature_flags: c.feature_flags,
        hw_model_no: s.number,
        hw_model_name: s.wireName,
        hw_model_variant: 0,
        session_id: e,
      };
  }
  const m = xl({ time: r, random: i, tell: d, info: p }),
    h = gc({
      model: s,
      time: r,
      emit: f,
      endMotion: () => g.firmware()?.modes.end(),
      onEmpty: () => g.shutDown(`battery empty`),
      onPowered: () => g.turnOn(),
      onButton: (e) => g.press(e),
    }),
    g = ol({
      body: h,
      connection: m,
      build: s,
      time: r,
      random: i,
      emit: f,
      info: p,
      release: () => c,
      install: (e) => {
        (c = e), (u = Vs(c.version, l));
      },
      environment: () => l,
      setEnvironment: (e) => {
        (l = e), (u = Vs(c.version, l));
      },
    });
  g.turnOn();
  let _;
  function v() {
    const e = g.firmware();
    if (!m.isOnline() || !e) throw new Q(Z.deviceNotConnected);
    return e;
  }
  return {
    connectionKey: t,
    model: n,
    info: p,
    connect: g.connect,
    disconnect: g.cut,
    hardware() {
      return (
        (_ ??= {
          ...h.hardware(),
          setClockError: (e) => g.setClockError(e),
          failUpdateAt: g.update.failAt,
          setBleState: (e) => g.radios.setBle(e),
          restartSession: g.restartSession,
        }),
        _
      );
    },
    close() {
      g.cut(`closed`), g.close(), h.close(), o.clear();
    },
    onEvent(e) {
      return o.add(e), () => o.delete(e);
    },
    async setClock(e) {
      const t = v().clock.synchronise(e);
      return f({ name: `device_clock_synchronized`, data: t }), t;
    },
    async install(e) {
      v(), g.update.start(e);
    },
    async call(e, t) {
      return v().handlerOf(e)(t);
    },
  };
}
var Dl = {
    clockDriftPpm: { min: -1e3, max: 1e3 },
    clockSkewMs: { min: -6e4, max: 6e4 },
    otaFailsAt: { min: 0, max: 1 },
    batteryLevel: { min: 0, max: 1 },
    motorTemperature: { min: 0, max: 150 },
    sliderBlocked: { min: 0, max: 1 },
  },
  Ol = Object.keys(Dl);
function kl(e, t) {
  const [n = ``, r = ``] = e.split(`=`),
    i = Ol.find((e) => e === n);
  if (!i) return t.push(`--fault must be one of ${Ol.join(`, `)}`), [];
  const { min: a, max: o } = Dl[i],
    s = r.trim() === `` ? NaN : Number(r);
  return s >= a && s <= o ? [{ name: i, value: s }] : (t.push(`--fault ${i} must be a number from ${a} to ${o}`), []);
}
function Al(e, t) {
  const n = new Map(t.map(({ name: e, value: t }) => [e, t])),
    r = (e) => n.get(e);
  e.setClockError({ driftPpm: r(`clockDriftPpm`) ?? 0, skewMs: r(`clockSkewMs`) ?? 0 });
  const [i, a, o] = [r(`otaFailsAt`), r(`batteryLevel`), r(`motorTemperature`)];
  i !== void 0 && e.failUpdateAt(i),
    a !== void 0 && e.setBatteryLevel(a),
    o !== void 0 && e.setMotorTemperature(o),
    r(`sliderBlocked`) === 1 && e.setSliderBlocked(!0);
}
var jl = `tactus-device: a virtual device in this terminal, behind the device link of a cloud

  npm run device -- --new                      asks the cloud for a key and a secret, shows them and runs the device
  npm run device -- --key KEY --secret SECRET  runs the device of a key that was made before

  --url URL             the cloud; http://localhost:8787 when left out (or TACTUS_DEVICE_URL)
  --key KEY             connection key (or TACTUS_DEVICE_KEY)
  --secret SECRET       its secret (or TACTUS_DEVICE_SECRET, which other users of this machine cannot read)
  --new                 asks for a new key
  --model MODEL         ${js.join(`, `)}; handy when left out
  --firmware VERSION    major.minor.patch; ${wl} when left out
  --fault NAME=VALUE    may be given again and again: ${Ol.join(`, `)}
  --cut-every MS        breaks the link every so often
  --seed N              makes chances repeatable
  --help                shows this`,
  Ml = `http://localhost:8787`;
function Nl(e, t) {
  const n = [],
    r = Pl(e, n);
  if (!r) return { kind: `wrong`, problems: n };
  if (r.help) return { kind: `help` };
  const { model: i = `handy`, firmware: a = wl } = r;
  Ms(i) || n.push(`--model must be one of ${js.join(`, `)}`),
    /^\d+\.\d+\.\d+$/.test(a) || n.push(`--firmware must be major.minor.patch`);
  const o = {
    url: Fl(r.url ?? t.TACTUS_DEVICE_URL ?? Ml, n),
    key: r.new ? void 0 : Il(r.key ?? t.TACTUS_DEVICE_KEY, r.secret ?? t.TACTUS_DEVICE_SECRET, n),
    model: Ms(i) ? i : `handy`,
    firmware: a,
    faults: (r.fault ?? []).flatMap((e) => kl(e, n)),
    cutEveryMs: Ll(`--cut-every`, r[`cut-every`], n) ?? 0,
    seed: Ll(`--seed`, r.seed, n),
  };
  return n.length > 0 ? { kind: `wrong`, problems: n } : { kind: `run`, options: o };
}
function Pl(e, n) {
  try {
    return t({
      args: [...e],
      options: {
        url: { type: `string` },
        key: { type: `string` },
        secret: { type: `string` },
        new: { type: `boolean` },
        model: { type: `string` },
        firmware: { type: `string` },
        fault: { type: `string`, multiple: !0 },
        'cut-every': { type: `string` },
        seed: { type: `string` },
        help: { type: `boolean`, short: `h` },
      },
    }).values;
  } catch (e) {
    if (!(e instanceof TypeError)) throw e;
    n.push(e.message);
    return;
  }
}
function Fl(e, t) {
  const n = URL.canParse(e) ? new URL(e) : void 0;
  return n && /^https?:$/.test(n.protocol)
    ? n.origin
    : (t.push(`--url must be an address such as http://localhost:8787`), Ml);
}
function Il(e, t, n) {
  if (!e || !t) n.push(`Give --key and --secret, or --new to ask the cloud for both`);
  else return jr(e) || n.push(`--key must be 5 to 64 letters and digits`), { connectionKey: e, secret: t };
}
function Ll(e, t, n) {
  if (t !== void 0) {
    if (/^\d{1,9}$/.test(t)) return Number(t);
    n.push(`${e} must be a whole number`);
  }
}
var Rl = 250,
  zl = 15e3;
function Bl(e) {
  let t = 0;
  return {
    next(n) {
      const r = Math.min(zl, Rl * 2 ** t);
      return (t += 1), n + r * (0.5 + e.next() / 2);
    },
    reset() {
      t = 0;
    },
  };
}
var Vl = 256,
  Hl = `running`,
  Ul = new Map(na.flatMap(({ name: e, endpoint: t }) => (aa(e) ? [[e, { name: e, endpoint: t }]] : [])));
function Wl({ device: e, send: t }) {
  let n,
    r = new Map(),
    i = 0;
  function a(e, i) {
    if (e !== n) return;
    const a = ql(i);
    r.delete(i.id), r.set(i.id, a), o(), t(a);
  }
  function o() {
    for (const [e, t] of r) {
      if (r.size <= Vl) return;
      t !== Hl && r.delete(e);
    }
  }
  async function s(t) {
    if (t.type === `setClock`) return e.setClock(t.measured);
    if (t.type === `install`) return e.install(t.firmware);
    const n = Ul.get(t.name);
    if (!n) throw new Q(Z.notSupported);
    const r = ua(n.endpoint, t.input);
    if (!r.ok) throw new Q({ ...Z.invalidParameter, message: r.problem });
    return e.call(n.name, r.input);
  }
  function c(e) {
    const n = r.get(e);
    n === void 0 ? t(ql(Kl(e, Z.deviceTimeout))) : n !== Hl && t(n);
  }
  return {
    seen: () => i,
    begin(e) {
      e !== n && ((n = e), (r = new Map()), (i = 0));
    },
    receive(e) {
      const { id: t } = e;
      if (t <= i) {
        c(t);
        return;
      }
      (i = t), r.set(t, Hl);
      const o = n;
      s(e).then(
        (e) => a(o, { type: `answer`, id: t, ...(e !== void 0 && { result: e }) }),
        (e) => a(o, Kl(t, Gl(e))),
      );
    },
    answerAgain(e) {
      for (const t of e) c(t);
    },
  };
}
var Gl = (e) => (e instanceof Q ? e.kind : { ...Z.genericFail, message: String(e).slice(0, 1e3) }),
  Kl = (e, { code: t, name: n, message: r }) => ({ type: `answer`, id: e, error: { code: t, name: n, message: r } });
function ql(e) {
  const t = Jl(e);
  return t === void 0 ? JSON.stringify(Kl(e.id, Z.messageTooBig)) : t;
}
function Jl(e) {
  try {
    return Ua(e);
  } catch (e) {
    if (e instanceof TypeError) return;
    throw e;
  }
}
function Yl(e) {
  let t = [],
    n = 0,
    r = 0,
    i = 0;
  function a(e) {
    for (r = Math.max(r, Math.min(e, n)); t[0] && t[0].seq <= r; ) t.shift();
  }
  return {
    acknowledge: a,
    position: () => n,
    push(r) {
      if (((n += 1), t.length < 1024)) {
        t.push({ type: `event`, seq: n, event: r });
        return;
      }
      const i = e();
      t = [{ type: `gap`, seq: n, ...(i && { info: i }) }];
    },
    resumeAfter(e) {
      a(e), (i = r);
    },
    next() {
      if (i - r >= 256) return;
      const e = t[Math.max(0, i - (t[0]?.seq ?? 0) + 1)];
      return e && (i = e.seq), e;
    },
  };
}
var Xl = 1e4,
  Zl = 1e3;
function Ql(e) {
  let { device: t, url: n, secret: r, connect: i, time: a, resumes: o = !0 } = e,
    s = Bl(e.random),
    c = Yl(() => t.info()),
    l = Wl({ device: t, send: (e) => d === `linked` && f?.send(e) }),
    u = new Set(),
    d = `connecting`,
    f,
    p,
    m,
    h = 0,
    g = () => void 0;
  function _(e) {
    if (e !== d) {
      d = e;
      for (const t of u) t(e);
    }
  }
  function v() {
    _(`connecting`);
    const e = i(n);
    (f = e), g(), (g = a.after(Xl, () => y(e)));
    const t = (t) => () => {
      f === e && t();
    };
    e.addEventListener(`open`, t(S)),
      e.addEventListener(
        `error`,
        t(() => void 0),
      ),
      e.addEventListener(`close`, t(b)),
      e.addEventListener(`message`, ({ data: t }) => {
        if (f !== e || typeof t != `string`) return;
        h = a.monotonic();
        const n = Ha(t);
        n && C(n, e);
      });
  }
  function y(e) {
    f === e && (e.close(), b());
  }
  function b() {
    (f = void 0),
      o || (p = void 0),
      g(),
      m && Ka(m.code)
        ? x()
        : ((g = a.after(s.next(m?.retryAfterMs ?? 0), () => {
            try {
              v();
            } catch {
              b();
            }
          })),
          _(`waiting`));
  }
  function x() {
    ie(), g(), _(`ended`);
  }
  function S() {
    const e = t.info(),
      n = Ua({
        type: `hello`,
        version: 1,
        connectionKey: t.connectionKey,
        secret: r,
        ...(e && { info: e }),
        ...(p !== void 0 && { session: p }),
        position: c.position(),
        seen: l.seen(),
      });
    n !== void 0 && f?.send(n);
  }
  function C(e, t) {
    e.type === `refused`
      ? ((m = { code: e.code, message: e.message, retryAfterMs: e.retryAfterMs ?? 0 }), y(t))
      : e.type === `welcome`
        ? d === `connecting` && ee(e, t)
        : d === `linked` && w(e);
  }
  function ee(e, t) {
    (p = e.session),
      (m = void 0),
      s.reset(),
      c.resumeAfter(e.received),
      l.begin(e.session),
      ne(t),
      _(`linked`),
      l.answerAgain(e.waiting),
      re();
  }
  function w(e) {
    const { type: t } = e;
    t === `call` || t === `setClock` || t === `install`
      ? l.receive(e)
      : t === `ping`
        ? te(`pong`)
        : t === `ack` && (c.acknowledge(e.seq), re());
  }
  function te(e) {
    const t = Ua({ type: e });
    t !== void 0 && f?.send(t);
  }
  function ne(e) {
    g();
    const t = h + fr - a.monotonic();
    t <= 0 ? y(e) : (g = a.after(t, () => ne(e)));
  }
  function re() {
    for (; d === `linked`; ) {
      const e = c.next();
      if (!e) return;
      const t = Ua(e);
      f?.send(t ?? JSON.stringify({ type: `event`, seq: e.seq }));
    }
  }
  const ie = t.onEvent((e) => {
    c.push(e), re();
  });
  return (
    v(),
    {
      state: () => d,
      refusal: () => m,
      ping: () => d === `linked` && te(`ping`),
      heardAtMs: () => h,
      onState(e) {
        return u.add(e), () => u.delete(e);
      },
      close() {
        const e = f;
        (f = void 0), e?.close(Zl), x();
      },
    }
  );
}
new Map(Object.values(Z).map((e) => [e.code, e])),
  Z.deviceNotConnected,
  Z.deviceTimeout,
  Z.deviceTimeout,
  Z.deviceTimeout,
  Z.queueFull,
  Z.invalidParameter,
  Z.deviceDisabled,
  Z.otaRunning;
var $l = u((e, t) => {
    var n = [`nodebuffer`, `arraybuffer`, `fragments`],
      r = typeof Blob < `u`;
    r && n.push(`blob`),
      (t.exports = {
        BINARY_TYPES: n,
        CLOSE_TIMEOUT: 3e4,
        EMPTY_BUFFER: Buffer.alloc(0),
        GUID: `258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
        hasBlob: r,
        kForOnEventAttribute: Symbol(`kIsForOnEventAttribute`),
        kListener: Symbol(`kListener`),
        kStatusCode: Symbol(`status-code`),
        kWebSocket: Symbol(`websocket`),
        NOOP: () => {},
      });
  }),
  eu = d({ default: () => tu }),
  tu,
  nu = l(() => {
    throw ((tu = {}), Error(`Could not resolve "bufferutil" imported by "ws". Is it installed?`));
  }),
  ru = u((e, t) => {
    var { websocketMask: n, websocketUnmask: r } = h(`http`),
      { EMPTY_BUFFER: i } = $l(),
      a = Buffer[Symbol.species];
    function o(e, t) {
      if (e.length === 0) return i;
      if (e.length === 1) return e[0];
      let n = Buffer.allocUnsafe(t),
        r = 0;
      for (let t = 0; t < e.length; t++) {
        const i = e[t];
        n.set(i, r), (r += i.length);
      }
      return r < t ? new a(n.buffer, n.byteOffset, r) : n;
    }
    function s(e, t, n, r, i) {
      for (let a = 0; a < i; a++) n[r + a] = e[a] ^ t[a & 3];
    }
    function c(e, t) {
      for (let n = 0; n < e.length; n++) e[n] ^= t[n & 3];
    }
    function l(e) {
      return e.length === e.buffer.byteLength ? e.buffer : e.buffer.slice(e.byteOffset, e.byteOffset + e.length);
    }
    function u(e) {
      if (((u.readOnly = !0), Buffer.isBuffer(e))) return e;
      let t;
      return (
        e instanceof ArrayBuffer
          ? (t = new a(e))
          : ArrayBuffer.isView(e)
            ? (t = new a(e.buffer, e.byteOffset, e.byteLength))
            : ((t = Buffer.from(e)), (u.readOnly = !1)),
        t
      );
    }
    if (((t.exports = { concat: o, mask: s, toArrayBuffer: l, toBuffer: u, unmask: c }), n))
      (t.exports.mask = (e, t, r, i, a) => {
        a < 24 ? s(e, t, r, i, a) : n(e, t, r, i, a);
      }),
        (t.exports.unmask = (e, t) => {
          e.length < 24 ? c(e, t) : r(e, t);
        });
    else if (!process.env.WS_NO_BUFFER_UTIL)
      try {
        const e = (nu(), m(eu));
        (t.exports.mask = (t, n, r, i, a) => {
          a < 48 ? s(t, n, r, i, a) : e.mask(t, n, r, i, a);
        }),
          (t.exports.unmask = (t, n) => {
            t.length < 32 ? c(t, n) : e.unmask(t, n);
          });
      } catch {}
  }),
  iu = u((e, t) => {
    var n = Symbol(`kDone`),
      r = Symbol(`kRun`);
    t.exports = class {
      constructor(e) {
        (this[n] = () => {
          this.pending--, this[r]();
        }),
          (this.concurrency = e || 1 / 0),
          (this.jobs = []),
          (this.pending = 0);
      }
      add(e) {
        this.jobs.push(e), this[r]();
      }
      [r]() {
        if (this.pending !== this.concurrency && this.jobs.length) {
          const e = this.jobs.shift();
          this.pending++, e(this[n]);
        }
      }
    };
  }),
  au = u((e, t) => {
    var n = h(`zlib`),
      r = ru(),
      i = iu(),
      { kStatusCode: a } = $l(),
      o = Buffer[Symbol.species],
      s = Buffer.from([0, 0, 255, 255]),
      c = Symbol(`permessage-deflate`),
      l = Symbol(`total-length`),
      u = Symbol(`callback`),
      d = Symbol(`buffers`),
      f = Symbol(`error`),
      p;
    t.exports = class {
      constructor(e) {
        (this._options = e || {}),
          (this._threshold = this._options.threshold === void 0 ? 1024 : this._options.threshold),
          (this._maxPayload = this._options.maxPayload | 0),
          (this._isServer = !!this._options.isServer),
          (this._deflate = null),
          (this._inflate = null),
          (this.params = null),
          (p ||= new i(this._options.concurrencyLimit === void 0 ? 10 : this._options.concurrencyLimit));
      }
      static get extensionName() {
        return `permessage-deflate`;
      }
      offer() {
        const e = {};
        return (
          this._options.serverNoContextTakeover && (e.server_no_context_takeover = !0),
          this._options.clientNoContextTakeover && (e.client_no_context_takeover = !0),
          this._options.serverMaxWindowBits && (e.server_max_window_bits = this._options.serverMaxWindowBits),
          this._options.clientMaxWindowBits
            ? (e.client_max_window_bits = this._options.clientMaxWindowBits)
            : (this._options.clientMaxWindowBits ?? (e.client_max_window_bits = !0)),
          e
        );
      }
      accept(e) {
        return (
          (e = this.normalizeParams(e)),
          (this.params = this._isServer ? this.acceptAsServer(e) : this.acceptAsClient(e)),
          this.params
        );
      }
      cleanup() {
        if (((this._inflate &&= (this._inflate.close(), null)), this._deflate)) {
          const e = this._deflate[u];
          this._deflate.close(),
            (this._deflate = null),
            e && e(Error(`The deflate stream was closed while data was being processed`));
        }
      }
      acceptAsServer(e) {
        const t = this._options,
          n = e.find(
            (e) =>
              !(
                (t.serverNoContextTakeover === !1 && e.server_no_context_takeover) ||
                (e.server_max_window_bits &&
                  (t.serverMaxWindowBits === !1 ||
                    (typeof t.serverMaxWindowBits == `number` && t.serverMaxWindowBits > e.server_max_window_bits))) ||
                (typeof t.clientMaxWindowBits == `number` &&
                  (typeof e.client_max_window_bits == `number`
                    ? t.clientMaxWindowBits > e.client_max_window_bits
                    : !e.client_max_window_bits))
              ),
          );
        if (!n) throw Error(`None of the extension offers can be accepted`);
        return (
          t.serverNoContextTakeover && (n.server_no_context_takeover = !0),
          t.clientNoContextTakeover && (n.client_no_context_takeover = !0),
          typeof t.serverMaxWindowBits == `number` && (n.server_max_window_bits = t.serverMaxWindowBits),
          typeof t.clientMaxWindowBits == `number`
            ? (n.client_max_window_bits = t.clientMaxWindowBits)
            : (n.client_max_window_bits === !0 || t.clientMaxWindowBits === !1) && delete n.client_max_window_bits,
          n
        );
      }
      acceptAsClient(e) {
        const t = e[0];
        if (this._options.clientNoContextTakeover === !1 && t.client_no_context_takeover)
          throw Error(`Unexpected parameter "client_no_context_takeover"`);
        if (!t.client_max_window_bits)
          typeof this._options.clientMaxWindowBits == `number` &&
            (t.client_max_window_bits = this._options.clientMaxWindowBits);
        else if (
          this._options.clientMaxWindowBits === !1 ||
          (typeof this._options.clientMaxWindowBits == `number` &&
            t.client_max_window_bits > this._options.clientMaxWindowBits)
        )
          throw Error(`Unexpected or invalid parameter "client_max_window_bits"`);
        return t;
      }
      normalizeParams(e) {
        return (
          e.forEach((e) => {
            Object.keys(e).forEach((t) => {
              let n = e[t];
              if (n.length > 1) throw Error(`Parameter "${t}" must have only a single value`);
              if (((n = n[0]), t === `client_max_window_bits`)) {
                if (n !== !0) {
                  const e = +n;
                  if (!Number.isInteger(e) || e < 8 || e > 15)
                    throw TypeError(`Invalid value for parameter "${t}": ${n}`);
                  n = e;
                } else if (!this._isServer) throw TypeError(`Invalid value for parameter "${t}": ${n}`);
              } else if (t === `server_max_window_bits`) {
                const e = +n;
                if (!Number.isInteger(e) || e < 8 || e > 15)
                  throw TypeError(`Invalid value for parameter "${t}": ${n}`);
                n = e;
              } else if (t === `client_no_context_takeover` || t === `server_no_context_takeover`) {
                if (n !== !0) throw TypeError(`Invalid value for parameter "${t}": ${n}`);
              } else throw Error(`Unknown parameter "${t}"`);
              e[t] = n;
            });
          }),
          e
        );
      }
      decompress(e, t, n) {
        p.add((r) => {
          this._decompress(e, t, (e, t) => {
            r(), n(e, t);
          });
        });
      }
      compress(e, t, n) {
        p.add((r) => {
          this._compress(e, t, (e, t) => {
            r(), n(e, t);
          });
        });
      }
      _decompress(e, t, i) {
        const a = this._isServer ? `client` : `server`;
        if (!this._inflate) {
          const e = `${a}_max_window_bits`,
            t = typeof this.params[e] == `number` ? this.params[e] : n.Z_DEFAULT_WINDOWBITS;
          (this._inflate = n.createInflateRaw({ ...this._options.zlibInflateOptions, windowBits: t })),
            (this._inflate[c] = this),
            (this._inflate[l] = 0),
            (this._inflate[d] = []),
            this._inflate.on(`error`, _),
            this._inflate.on(`data`, g);
        }
        (this._inflate[u] = i),
          this._inflate.write(e),
          t && this._inflate.write(s),
          this._inflate.flush(() => {
            const e = this._inflate[f];
            if (e) {
              this._inflate.close(), (this._inflate = null), i(e);
              return;
            }
            const n = r.concat(this._inflate[d], this._inflate[l]);
            this._inflate._readableState.endEmitted
              ? (this._inflate.close(), (this._inflate = null))
              : ((this._inflate[l] = 0),
                (this._inflate[d] = []),
                t && this.params[`${a}_no_context_takeover`] && this._inflate.reset()),
              i(null, n);
          });
      }
      _compress(e, t, i) {
        const a = this._isServer ? `server` : `client`;
        if (!this._deflate) {
          const e = `${a}_max_window_bits`,
            t = typeof this.params[e] == `number` ? this.params[e] : n.Z_DEFAULT_WINDOWBITS;
          (this._deflate = n.createDeflateRaw({ ...this._options.zlibDeflateOptions, windowBits: t })),
            (this._deflate[l] = 0),
            (this._deflate[d] = []),
            this._deflate.on(`data`, m);
        }
        (this._deflate[u] = i),
          this._deflate.write(e),
          this._deflate.flush(n.Z_SYNC_FLUSH, () => {
            if (!this._deflate) return;
            let e = r.concat(this._deflate[d], this._deflate[l]);
            t && (e = new o(e.buffer, e.byteOffset, e.length - 4)),
              (this._deflate[u] = null),
              (this._deflate[l] = 0),
              (this._deflate[d] = []),
              t && this.params[`${a}_no_context_takeover`] && this._deflate.reset(),
              i(null, e);
          });
      }
    };
    function m(e) {
      this[d].push(e), (this[l] += e.length);
    }
    function g(e) {
      (this[l] += e.length),
        this[c]._maxPayload < 1 || this[l] <= this[c]._maxPayload
          ? this[d].push(e)
          : ((this[f] = RangeError(`Max payload size exceeded`)),
            (this[f].code = `WS_ERR_UNSUPPORTED_MESSAGE_LENGTH`),
            (this[f][a] = 1009),
            this.removeListener(`data`, g),
            this.reset());
    }
    function _(e) {
      (this[c]._inflate = null), this[f] ? this[u](this[f]) : ((e[a] = 1007), this[u](e));
    }
  }),
  ou = d({ default: () => su }),
  su,
  cu = l(() => {
    throw ((su = {}), Error(`Could not resolve "utf-8-validate" imported by "ws". Is it installed?`));
  }),
  lu = u((e, t) => {
    var { isUtf8: n } = h(`buffer`),
      { hasBlob: r } = $l(),
      i = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1,
        1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0,
      ];
    function a(e) {
      return (e >= 1e3 && e <= 1014 && e !== 1004 && e !== 1005 && e !== 1006) || (e >= 3e3 && e <= 4999);
    }
    function o(e) {
      let t = e.length,
        n = 0;
      for (; n < t; )
        if (!(e[n] & 128)) n++;
        else if ((e[n] & 224) == 192) {
          if (n + 1 === t || (e[n + 1] & 192) != 128 || (e[n] & 254) == 192) return !1;
          n += 2;
        } else if ((e[n] & 240) == 224) {
          if (
            n + 2 >= t ||
            (e[n + 1] & 192) != 128 ||
            (e[n + 2] & 192) != 128 ||
            (e[n] === 224 && (e[n + 1] & 224) == 128) ||
            (e[n] === 237 && (e[n + 1] & 224) == 160)
          )
            return !1;
          n += 3;
        } else if ((e[n] & 248) == 240) {
          if (
            n + 3 >= t ||
            (e[n + 1] & 192) != 128 ||
            (e[n + 2] & 192) != 128 ||
            (e[n + 3] & 192) != 128 ||
            (e[n] === 240 && (e[n + 1] & 240) == 128) ||
            (e[n] === 244 && e[n + 1] > 143) ||
            e[n] > 244
          )
            return !1;
          n += 4;
        } else return !1;
      return !0;
    }
    function s(e) {
      return (
        r &&
        typeof e == `object` &&
        typeof e.arrayBuffer == `function` &&
        typeof e.type == `string` &&
        typeof e.stream == `function` &&
        (e[Symbol.toStringTag] === `Blob` || e[Symbol.toStringTag] === `File`)
      );
    }
    if (((t.exports = { isBlob: s, isValidStatusCode: a, isValidUTF8: o, tokenChars: i }), n))
      t.exports.isValidUTF8 = (e) => (e.length < 24 ? o(e) : n(e));
    else if (!process.env.WS_NO_UTF_8_VALIDATE)
      try {
        const e = (cu(), m(ou));
        t.exports.isValidUTF8 = (t) => (t.length < 32 ? o(t) : e(t));
      } catch {}
  }),
  uu = u((e, t) => {
    var { Writable: n } = h(`stream`),
      r = au(),
      { BINARY_TYPES: i, EMPTY_BUFFER: a, kStatusCode: o, kWebSocket: s } = $l(),
      { concat: c, toArrayBuffer: l, unmask: u } = ru(),
      { isValidStatusCode: d, isValidUTF8: f } = lu(),
      p = Buffer[Symbol.species],
      m = 0,
      g = 1,
      _ = 2,
      v = 3,
      y = 4,
      b = 5,
      x = 6;
    t.exports = class extends n {
      constructor(e = {}) {
        super(),
          (this._allowSynchronousEvents = e.allowSynchronousEvents === void 0 || e.allowSynchronousEvents),
          (this._binaryType = e.binaryType || i[0]),
          (this._extensions = e.extensions || {}),
          (this._isServer = !!e.isServer),
          (this._maxBufferedChunks = e.maxBufferedChunks | 0),
          (this._maxFragments = e.maxFragments | 0),
          (this._maxPayload = e.maxPayload | 0),
          (this._skipUTF8Validation = !!e.skipUTF8Validation),
          (this[s] = void 0),
          (this._bufferedBytes = 0),
          (this._buffers = []),
          (this._compressed = !1),
          (this._payloadLength = 0),
          (this._mask = void 0),
          (this._fragmented = 0),
          (this._masked = !1),
          (this._fin = !1),
          (this._opcode = 0),
          (this._totalPayloadLength = 0),
          (this._messageLength = 0),
          (this._numFragments = 0),
          (this._fragments = []),
          (this._errored = !1),
          (this._loop = !1),
          (this._state = m);
      }
      _write(e, t, n) {
        if (this._opcode === 8 && this._state == m) return n();
        this._maxBufferedChunks > 0 && this._buffers.length >= this._maxBufferedChunks
          ? n(this.createError(RangeError, `Too many buffered chunks`, !1, 1008, `WS_ERR_TOO_MANY_BUFFERED_PARTS`))
          : ((this._bufferedBytes += e.length), this._buffers.push(e), this.startLoop(n));
      }
      consume(e) {
        if (((this._bufferedBytes -= e), e === this._buffers[0].length)) return this._buffers.shift();
        if (e < this._buffers[0].length) {
          const t = this._buffers[0];
          return (this._buffers[0] = new p(t.buffer, t.byteOffset + e, t.length - e)), new p(t.buffer, t.byteOffset, e);
        }
        const t = Buffer.allocUnsafe(e);
        do {
          const n = this._buffers[0],
            r = t.length - e;
          e >= n.length
            ? t.set(this._buffers.shift(), r)
            : (t.set(new Uint8Array(n.buffer, n.byteOffset, e), r),
              (this._buffers[0] = new p(n.buffer, n.byteOffset + e, n.length - e))),
            (e -= n.length);
        } while (e > 0);
        return t;
      }
      startLoop(e) {
        this._loop = !0;
        do
          switch (this._state) {
            case m:
              this.getInfo(e);
              break;
            case g:
              this.getPayloadLength16(e);
              break;
            case _:
              this.getPayloadLength64(e);
              break;
            case v:
              this.getMask();
              break;
            case y:
              this.getData(e);
              break;
            case b:
            case x:
              this._loop = !1;
              return;
          }
        while (this._loop);
        this._errored || e();
      }
      getInfo(e) {
        if (this._bufferedBytes < 2) {
          this._loop = !1;
          return;
        }
        const t = this.consume(2);
        if (t[0] & 48) {
          e(this.createError(RangeError, `RSV2 and RSV3 must be clear`, !0, 1002, `WS_ERR_UNEXPECTED_RSV_2_3`));
          return;
        }
        const n = (t[0] & 64) == 64;
        if (n && !this._extensions[r.extensionName])
          e(this.createError(RangeError, `RSV1 must be clear`, !0, 1002, `WS_ERR_UNEXPECTED_RSV_1`));
        else {
          if (
            ((this._fin = (t[0] & 128) == 128),
            (this._opcode = t[0] & 15),
            (this._payloadLength = t[1] & 127),
            this._opcode === 0)
          ) {
            if (n) {
              e(this.createError(RangeError, `RSV1 must be clear`, !0, 1002, `WS_ERR_UNEXPECTED_RSV_1`));
              return;
            }
            if (!this._fragmented) {
              e(this.createError(RangeError, `invalid opcode 0`, !0, 1002, `WS_ERR_INVALID_OPCODE`));
              return;
            }
            this._opcode = this._fragmented;
          } else if (this._opcode === 1 || this._opcode === 2) {
            if (this._fragmented) {
              e(this.createError(RangeError, `invalid opcode ${this._opcode}`, !0, 1002, `WS_ERR_INVALID_OPCODE`));
              return;
            }
            this._compressed = n;
          } else if (this._opcode > 7 && this._opcode < 11) {
            if (!this._fin) {
              e(this.createError(RangeError, `FIN must be set`, !0, 1002, `WS_ERR_EXPECTED_FIN`));
              return;
            }
            if (n) {
              e(this.createError(RangeError, `RSV1 must be clear`, !0, 1002, `WS_ERR_UNEXPECTED_RSV_1`));
              return;
            }
            if (this._payloadLength > 125 || (this._opcode === 8 && this._payloadLength === 1)) {
              e(
                this.createError(
                  RangeError,
                  `invalid payload length ${this._payloadLength}`,
                  !0,
                  1002,
                  `WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH`,
                ),
              );
              return;
            }
          } else {
            e(this.createError(RangeError, `invalid opcode ${this._opcode}`, !0, 1002, `WS_ERR_INVALID_OPCODE`));
            return;
          }
          if (
            (!this._fin && !this._fragmented && (this._fragmented = this._opcode),
            (this._masked = (t[1] & 128) == 128),
            this._isServer)
          ) {
            if (!this._masked) {
              e(this.createError(RangeError, `MASK must be set`, !0, 1002, `WS_ERR_EXPECTED_MASK`));
              return;
            }
          } else if (this._masked) {
            e(this.createError(RangeError, `MASK must be clear`, !0, 1002, `WS_ERR_UNEXPECTED_MASK`));
            return;
          }
          this._payloadLength === 126
            ? (this._state = g)
            : this._payloadLength === 127
              ? (this._state = _)
              : this.haveLength(e);
        }
      }
      getPayloadLength16(e) {
        this._bufferedBytes < 2
          ? (this._loop = !1)
          : ((this._payloadLength = this.consume(2).readUInt16BE(0)), this.haveLength(e));
      }
      getPayloadLength64(e) {
        if (this._bufferedBytes < 8) {
          this._loop = !1;
          return;
        }
        const t = this.consume(8),
          n = t.readUInt32BE(0);
        n > 2 ** 21 - 1
          ? e(
              this.createError(
                RangeError,
                `Unsupported WebSocket frame: payload length > 2^53 - 1`,
                !1,
                1009,
                `WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH`,
              ),
            )
          : ((this._payloadLength = n * 2 ** 32 + t.readUInt32BE(4)), this.haveLength(e));
      }
      haveLength(e) {
        this._payloadLength &&
        this._opcode < 8 &&
        ((this._totalPayloadLength += this._payloadLength),
        this._totalPayloadLength > this._maxPayload && this._maxPayload > 0)
          ? e(this.createError(RangeError, `Max payload size exceeded`, !1, 1009, `WS_ERR_UNSUPPORTED_MESSAGE_LENGTH`))
          : (this._state = this._masked ? v : y);
      }
      getMask() {
        this._bufferedBytes < 4 ? (this._loop = !1) : ((this._mask = this.consume(4)), (this._state = y));
      }
      getData(e) {
        let t = a;
        if (this._payloadLength) {
          if (this._bufferedBytes < this._payloadLength) {
            this._loop = !1;
            return;
          }
          (t = this.consume(this._payloadLength)),
            this._masked && (this._mask[0] | this._mask[1] | this._mask[2] | this._mask[3]) !== 0 && u(t, this._mask);
        }
        (this._mask = void 0),
          this._opcode > 7
            ? this.controlMessage(t, e)
            : this._maxFragments > 0 && ++this._numFragments > this._maxFragments
              ? e(
                  this.createError(
                    RangeError,
                    `Too many message fragments`,
                    !1,
                    1008,
                    `WS_ERR_TOO_MANY_BUFFERED_PARTS`,
                  ),
                )
              : this._compressed
                ? ((this._state = b), this.decompress(t, e))
                : (t.length && ((this._messageLength = this._totalPayloadLength), this._fragments.push(t)),
                  this.dataMessage(e));
      }
      decompress(e, t) {
        this._extensions[r.extensionName].decompress(e, this._fin, (e, n) => {
          if (e) return t(e);
          if (n.length) {
            if (((this._messageLength += n.length), this._messageLength > this._maxPayload && this._maxPayload > 0)) {
              t(
                this.createError(
                  RangeError,
                  `Max payload size exceeded`,
                  !1,
                  1009,
                  `WS_ERR_UNSUPPORTED_MESSAGE_LENGTH`,
                ),
              );
              return;
            }
            this._fragments.push(n);
          }
          this.dataMessage(t), this._state === m && this.startLoop(t);
        });
      }
      dataMessage(e) {
        if (!this._fin) {
          this._state = m;
          return;
        }
        const t = this._messageLength,
          n = this._fragments;
        if (
          ((this._totalPayloadLength = 0),
          (this._messageLength = 0),
          (this._fragmented = 0),
          (this._numFragments = 0),
          (this._fragments = []),
          this._opcode === 2)
        ) {
          let r;
          (r =
            this._binaryType === `nodebuffer`
              ? c(n, t)
              : this._binaryType === `arraybuffer`
                ? l(c(n, t))
                : this._binaryType === `blob`
                  ? new Blob(n)
                  : n),
            this._allowSynchronousEvents
              ? (this.emit(`message`, r, !0), (this._state = m))
              : ((this._state = x),
                setImmediate(() => {
                  this.emit(`message`, r, !0), (this._state = m), this.startLoop(e);
                }));
        } else {
          const r = c(n, t);
          if (!this._skipUTF8Validation && !f(r)) {
            e(this.createError(Error, `invalid UTF-8 sequence`, !0, 1007, `WS_ERR_INVALID_UTF8`));
            return;
          }
          this._state === b || this._allowSynchronousEvents
            ? (this.emit(`message`, r, !1), (this._state = m))
            : ((this._state = x),
              setImmediate(() => {
                this.emit(`message`, r, !1), (this._state = m), this.startLoop(e);
              }));
        }
      }
      controlMessage(e, t) {
        if (this._opcode === 8) {
          if (e.length === 0) (this._loop = !1), this.emit(`conclude`, 1005, a), this.end();
          else {
            const n = e.readUInt16BE(0);
            if (!d(n)) {
              t(this.createError(RangeError, `invalid status code ${n}`, !0, 1002, `WS_ERR_INVALID_CLOSE_CODE`));
              return;
            }
            const r = new p(e.buffer, e.byteOffset + 2, e.length - 2);
            if (!this._skipUTF8Validation && !f(r)) {
              t(this.createError(Error, `invalid UTF-8 sequence`, !0, 1007, `WS_ERR_INVALID_UTF8`));
              return;
            }
            (this._loop = !1), this.emit(`conclude`, n, r), this.end();
          }
          this._state = m;
        } else
          this._allowSynchronousEvents
            ? (this.emit(this._opcode === 9 ? `ping` : `pong`, e), (this._state = m))
            : ((this._state = x),
              setImmediate(() => {
                this.emit(this._opcode === 9 ? `ping` : `pong`, e), (this._state = m), this.startLoop(t);
              }));
      }
      createError(e, t, n, r, i) {
        (this._loop = !1), (this._errored = !0);
        const a = new e(n ? `Invalid WebSocket frame: ${t}` : t);
        return Error.captureStackTrace(a, this.createError), (a.code = i), (a[o] = r), a;
      }
    };
  }),
  du = u((e, t) => {
    var { Duplex: n } = h(`stream`),
      { randomFillSync: r } = h(`crypto`),
      {
        types: { isUint8Array: i },
      } = h(`util`),
      a = au(),
      { EMPTY_BUFFER: o, kWebSocket: s, NOOP: c } = $l(),
      { isBlob: l, isValidStatusCode: u } = lu(),
      { mask: d, toBuffer: f } = ru(),
      p = Symbol(`kByteLength`),
      m = Buffer.alloc(4),
      g = 8192,
      _,
      v = g,
      y = 0,
      b = 1,
      x = 2;
    t.exports = class e {
      constructor(e, t, n) {
        (this._extensions = t || {}),
          n && ((this._generateMask = n), (this._maskBuffer = Buffer.alloc(4))),
          (this._socket = e),
          (this._firstFragment = !0),
          (this._compress = !1),
          (this._bufferedBytes = 0),
          (this._queue = []),
          (this._state = y),
          (this.onerror = c),
          (this[s] = void 0);
      }
      static frame(e, t) {
        let n,
          i = !1,
          a = 2,
          o = !1;
        t.mask &&
          ((n = t.maskBuffer || m),
          t.generateMask
            ? t.generateMask(n)
            : (v === g && (_ === void 0 && (_ = Buffer.alloc(g)), r(_, 0, g), (v = 0)),
              (n[0] = _[v++]),
              (n[1] = _[v++]),
              (n[2] = _[v++]),
              (n[3] = _[v++])),
          (o = (n[0] | n[1] | n[2] | n[3]) === 0),
          (a = 6));
        let s;
        typeof e == `string`
          ? (!t.mask || o) && t[p] !== void 0
            ? (s = t[p])
            : ((e = Buffer.from(e)), (s = e.length))
          : ((s = e.length), (i = t.mask && t.readOnly && !o));
        let c = s;
        s >= 65536 ? ((a += 8), (c = 127)) : s > 125 && ((a += 2), (c = 126));
        const l = Buffer.allocUnsafe(i ? s + a : a);
        return (
          (l[0] = t.fin ? t.opcode | 128 : t.opcode),
          t.rsv1 && (l[0] |= 64),
          (l[1] = c),
          c === 126 ? l.writeUInt16BE(s, 2) : c === 127 && ((l[2] = l[3] = 0), l.writeUIntBE(s, 4, 6)),
          t.mask
            ? ((l[1] |= 128),
              (l[a - 4] = n[0]),
              (l[a - 3] = n[1]),
              (l[a - 2] = n[2]),
              (l[a - 1] = n[3]),
              s ? (o ? [l, e] : i ? (d(e, n, l, a, s), [l]) : (d(e, n, e, 0, s), [l, e])) : [l])
            : s
              ? [l, e]
              : [l]
        );
      }
      close(t, n, r, a) {
        let s;
        if (t === void 0) s = o;
        else if (typeof t != `number` || !u(t)) throw TypeError(`First argument must be a valid error code number`);
        else if (n === void 0 || !n.length) (s = Buffer.allocUnsafe(2)), s.writeUInt16BE(t, 0);
        else {
          const e = Buffer.byteLength(n);
          if (e > 123) throw RangeError(`The message must not be greater than 123 bytes`);
          if (((s = Buffer.allocUnsafe(2 + e)), s.writeUInt16BE(t, 0), typeof n == `string`)) s.write(n, 2);
          else if (i(n)) s.set(n, 2);
          else throw TypeError(`Second argument must be a string or a Uint8Array`);
        }
        const c = {
          [p]: s.length,
          fin: !0,
          generateMask: this._generateMask,
          mask: r,
          maskBuffer: this._maskBuffer,
          opcode: 8,
          readOnly: !1,
          rsv1: !1,
        };
        this._state === y ? this.sendFrame(e.frame(s, c), a) : this.enqueue([this.dispatch, s, !1, c, a]);
      }
      ping(t, n, r) {
        let i, a;
        if (
          (typeof t == `string`
            ? ((i = Buffer.byteLength(t)), (a = !1))
            : l(t)
              ? ((i = t.size), (a = !1))
              : ((t = f(t)), (i = t.length), (a = f.readOnly)),
          i > 125)
        )
          throw RangeError(`The data size must not be greater than 125 bytes`);
        const o = {
          [p]: i,
          fin: !0,
          generateMask: this._generateMask,
          mask: n,
          maskBuffer: this._maskBuffer,
          opcode: 9,
          readOnly: a,
          rsv1: !1,
        };
        l(t)
          ? this._state === y
            ? this.getBlobData(t, !1, o, r)
            : this.enqueue([this.getBlobData, t, !1, o, r])
          : this._state === y
            ? this.sendFrame(e.frame(t, o), r)
            : this.enqueue([this.dispatch, t, !1, o, r]);
      }
      pong(t, n, r) {
        let i, a;
        if (
          (typeof t == `string`
            ? ((i = Buffer.byteLength(t)), (a = !1))
            : l(t)
              ? ((i = t.size), (a = !1))
              : ((t = f(t)), (i = t.length), (a = f.readOnly)),
          i > 125)
        )
          throw RangeError(`The data size must not be greater than 125 bytes`);
        const o = {
          [p]: i,
          fin: !0,
          generateMask: this._generateMask,
          mask: n,
          maskBuffer: this._maskBuffer,
          opcode: 10,
          readOnly: a,
          rsv1: !1,
        };
        l(t)
          ? this._state === y
            ? this.getBlobData(t, !1, o, r)
            : this.enqueue([this.getBlobData, t, !1, o, r])
          : this._state === y
            ? this.sendFrame(e.frame(t, o), r)
            : this.enqueue([this.dispatch, t, !1, o, r]);
      }
      send(e, t, n) {
        let r = this._extensions[a.extensionName],
          i = t.binary ? 2 : 1,
          o = t.compress,
          s,
          c;
        typeof e == `string`
          ? ((s = Buffer.byteLength(e)), (c = !1))
          : l(e)
            ? ((s = e.size), (c = !1))
            : ((e = f(e)), (s = e.length), (c = f.readOnly)),
          this._firstFragment
            ? ((this._firstFragment = !1),
              o &&
                r &&
                r.params[r._isServer ? `server_no_context_takeover` : `client_no_context_takeover`] &&
                (o = s >= r._threshold),
              (this._compress = o))
            : ((o = !1), (i = 0)),
          t.fin && (this._firstFragment = !0);
        const u = {
          [p]: s,
          fin: t.fin,
          generateMask: this._generateMask,
          mask: t.mask,
          maskBuffer: this._maskBuffer,
          opcode: i,
          readOnly: c,
          rsv1: o,
        };
        l(e)
          ? this._state === y
            ? this.getBlobData(e, this._compress, u, n)
            : this.enqueue([this.getBlobData, e, this._compress, u, n])
          : this._state === y
            ? this.dispatch(e, this._compress, u, n)
            : this.enqueue([this.dispatch, e, this._compress, u, n]);
      }
      getBlobData(t, n, r, i) {
        (this._bufferedBytes += r[p]),
          (this._state = x),
          t
            .arrayBuffer()
            .then((t) => {
              if (this._socket.destroyed) {
                const e = Error(`The socket was closed while the blob was being read`);
                process.nextTick(S, this, e, i);
                return;
              }
              this._bufferedBytes -= r[p];
              const a = f(t);
              n ? this.dispatch(a, n, r, i) : ((this._state = y), this.sendFrame(e.frame(a, r), i), this.dequeue());
            })
            .catch((e) => {
              process.nextTick(C, this, e, i);
            });
      }
      dispatch(t, n, r, i) {
        if (!n) {
          this.sendFrame(e.frame(t, r), i);
          return;
        }
        const o = this._extensions[a.extensionName];
        (this._bufferedBytes += r[p]),
          (this._state = b),
          o.compress(t, r.fin, (t, n) => {
            if (this._socket.destroyed) {
              const e = Error(`The socket was closed while data was being compressed`);
              S(this, e, i);
            } else
              (this._bufferedBytes -= r[p]),
                (this._state = y),
                (r.readOnly = !1),
                this.sendFrame(e.frame(n, r), i),
                this.dequeue();
          });
      }
      dequeue() {
        for (; this._state === y && this._queue.length; ) {
          const e = this._queue.shift();
          (this._bufferedBytes -= e[3][p]), Reflect.apply(e[0], this, e.slice(1));
        }
      }
      enqueue(e) {
        (this._bufferedBytes += e[3][p]), this._queue.push(e);
      }
      sendFrame(e, t) {
        e.length === 2
          ? (this._socket.cork(), this._socket.write(e[0]), this._socket.write(e[1], t), this._socket.uncork())
          : this._socket.write(e[0], t);
      }
    };
    function S(e, t, n) {
      typeof n == `function` && n(t);
      for (let n = 0; n < e._queue.length; n++) {
        const r = e._queue[n],
          i = r[r.length - 1];
        typeof i == `function` && i(t);
      }
    }
    function C(e, t, n) {
      S(e, t, n), e.onerror(t);
    }
  }),
  fu = u((e, t) => {
    var { kForOnEventAttribute: n, kListener: r } = $l(),
      i = Symbol(`kCode`),
      a = Symbol(`kData`),
      o = Symbol(`kError`),
      s = Symbol(`kMessage`),
      c = Symbol(`kReason`),
      l = Symbol(`kTarget`),
      u = Symbol(`kType`),
      d = Symbol(`kWasClean`),
      f = class {
        constructor(e) {
          (this[l] = null), (this[u] = e);
        }
        get target() {
          return this[l];
        }
        get type() {
          return this[u];
        }
      };
    Object.defineProperty(f.prototype, 'target', { enumerable: !0 }),
      Object.defineProperty(f.prototype, 'type', { enumerable: !0 });
    var p = class extends f {
      constructor(e, t = {}) {
        super(e),
          (this[i] = t.code === void 0 ? 0 : t.code),
          (this[c] = t.reason === void 0 ? `` : t.reason),
          (this[d] = t.wasClean !== void 0 && t.wasClean);
      }
      get code() {
        return this[i];
      }
      get reason() {
        return this[c];
      }
      get wasClean() {
        return this[d];
      }
    };
    Object.defineProperty(p.prototype, 'code', { enumerable: !0 }),
      Object.defineProperty(p.prototype, 'reason', { enumerable: !0 }),
      Object.defineProperty(p.prototype, 'wasClean', { enumerable: !0 });
    var m = class extends f {
      constructor(e, t = {}) {
        super(e), (this[o] = t.error === void 0 ? null : t.error), (this[s] = t.message === void 0 ? `` : t.message);
      }
      get error() {
        return this[o];
      }
      get message() {
        return this[s];
      }
    };
    Object.defineProperty(m.prototype, 'error', { enumerable: !0 }),
      Object.defineProperty(m.prototype, 'message', { enumerable: !0 });
    var h = class extends f {
      constructor(e, t = {}) {
        super(e), (this[a] = t.data === void 0 ? null : t.data);
      }
      get data() {
        return this[a];
      }
    };
    Object.defineProperty(h.prototype, 'data', { enumerable: !0 }),
      (t.exports = {
        CloseEvent: p,
        ErrorEvent: m,
        Event: f,
        EventTarget: {
          addEventListener(e, t, i = {}) {
            for (const a of this.listeners(e)) if (!i[n] && a[r] === t && !a[n]) return;
            let a;
            if (e === `message`)
              a = function (e, n) {
                const r = new h(`message`, { data: n ? e : e.toString() });
                (r[l] = this), g(t, this, r);
              };
            else if (e === `close`)
              a = function (e, n) {
                const r = new p(`close`, {
                  code: e,
                  reason: n.toString(),
                  wasClean: this._closeFrameReceived && this._closeFrameSent,
                });
                (r[l] = this), g(t, this, r);
              };
            else if (e === `error`)
              a = function (e) {
                const n = new m(`error`, { error: e, message: e.message });
                (n[l] = this), g(t, this, n);
              };
            else if (e === `open`)
              a = function () {
                const e = new f(`open`);
                (e[l] = this), g(t, this, e);
              };
            else return;
            (a[n] = !!i[n]), (a[r] = t), i.once ? this.once(e, a) : this.on(e, a);
          },
          removeEventListener(e, t) {
            for (const i of this.listeners(e))
              if (i[r] === t && !i[n]) {
                this.removeListener(e, i);
                break;
              }
          },
        },
        MessageEvent: h,
      });
    function g(e, t, n) {
      typeof e == `object` && e.handleEvent ? e.handleEvent.call(e, n) : e.call(t, n);
    }
  }),
  pu = u((e, t) => {
    var { tokenChars: n } = lu();
    function r(e, t, n) {
      e[t] === void 0 ? (e[t] = [n]) : e[t].push(n);
    }
    function i(e) {
      let t = Object.create(null),
        i = Object.create(null),
        a = !1,
        o = !1,
        s = !1,
        c,
        l,
        u = -1,
        d = -1,
        f = -1,
        p = 0;
      for (; p < e.length; p++)
        if (((d = e.charCodeAt(p)), c === void 0)) {
          if (f === -1 && n[d] === 1) u === -1 && (u = p);
          else if (p !== 0 && (d === 32 || d === 9)) f === -1 && u !== -1 && (f = p);
          else if (d === 59 || d === 44) {
            if (u === -1) throw SyntaxError(`Unexpected character at index ${p}`);
            f === -1 && (f = p);
            const n = e.slice(u, f);
            d === 44 ? (r(t, n, i), (i = Object.create(null))) : (c = n), (u = f = -1);
          } else throw SyntaxError(`Unexpected character at index ${p}`);
        } else if (l === void 0) {
          if (f === -1 && n[d] === 1) u === -1 && (u = p);
          else if (d === 32 || d === 9) f === -1 && u !== -1 && (f = p);
          else if (d === 59 || d === 44) {
            if (u === -1) throw SyntaxError(`Unexpected character at index ${p}`);
            f === -1 && (f = p),
              r(i, e.slice(u, f), !0),
              d === 44 && (r(t, c, i), (i = Object.create(null)), (c = void 0)),
              (u = f = -1);
          } else if (d === 61 && u !== -1 && f === -1) (l = e.slice(u, p)), (u = f = -1);
          else throw SyntaxError(`Unexpected character at index ${p}`);
        } else if (o) {
          if (n[d] !== 1) throw SyntaxError(`Unexpected character at index ${p}`);
          u === -1 ? (u = p) : (a ||= !0), (o = !1);
        } else if (s) {
          if (n[d] === 1) u === -1 && (u = p);
          else if (d === 34 && u !== -1) (s = !1), (f = p);
          else if (d === 92) o = !0;
          else throw SyntaxError(`Unexpected character at index ${p}`);
        } else if (d === 34 && e.charCodeAt(p - 1) === 61) s = !0;
        else if (f === -1 && n[d] === 1) u === -1 && (u = p);
        else if (u !== -1 && (d === 32 || d === 9)) f === -1 && (f = p);
        else if (d === 59 || d === 44) {
          if (u === -1) throw SyntaxError(`Unexpected character at index ${p}`);
          f === -1 && (f = p);
          let n = e.slice(u, f);
          (a &&= ((n = n.replace(/\\/g, ``)), !1)),
            r(i, l, n),
            d === 44 && (r(t, c, i), (i = Object.create(null)), (c = void 0)),
            (l = void 0),
            (u = f = -1);
        } else throw SyntaxError(`Unexpected character at index ${p}`);
      if (u === -1 || s || d === 32 || d === 9) throw SyntaxError(`Unexpected end of input`);
      f === -1 && (f = p);
      const m = e.slice(u, f);
      return (
        c === void 0
          ? r(t, m, i)
          : (l === void 0 ? r(i, m, !0) : a ? r(i, l, m.replace(/\\/g, ``)) : r(i, l, m), r(t, c, i)),
        t
      );
    }
    function a(e) {
      return Object.keys(e)
        .map((t) => {
          let n = e[t];
          return (
            Array.isArray(n) || (n = [n]),
            n
              .map((e) =>
                [t]
                  .concat(
                    Object.keys(e).map((t) => {
                      let n = e[t];
                      return Array.isArray(n) || (n = [n]), n.map((e) => (e === !0 ? t : `${t}=${e}`)).join(`; `);
                    }),
                  )
                  .join(`; `),
              )
              .join(`, `)
          );
        })
        .join(`, `);
    }
    t.exports = { format: a, parse: i };
  }),
  mu = u((e, t) => {
    var n = h(`events`),
      r = h(`https`),
      i = h(`http`),
      a = h(`net`),
      o = h(`querystring`),
      s = h(`tls`),
      { randomBytes: c, createHash: l } = h(`crypto`),
      { Duplex: u, Readable: d } = h(`stream`),
      { URL: f } = h(`url`),
      p = au(),
      m = uu(),
      g = du(),
      { isBlob: _ } = lu(),
      {
        BINARY_TYPES: v,
        CLOSE_TIMEOUT: y,
        EMPTY_BUFFER: b,
        GUID: x,
        kForOnEventAttribute: S,
        kListener: C,
        kStatusCode: ee,
        kWebSocket: w,
        NOOP: te,
      } = $l(),
      {
        EventTarget: { addEventListener: ne, removeEventListener: re },
      } = fu(),
      { format: ie, parse: ae } = pu(),
      { toBuffer: oe } = ru(),
      se = Symbol(`kAborted`),
      ce = [8, 13],
      T = [`CONNECTING`, `OPEN`, `CLOSING`, `CLOSED`],
      le = /^[!#$%&'*+\-.0-9A-Z^_`|a-z~]+$/,
      E = class e extends n {
        constructor(t, n, r) {
          super(),
            (this._binaryType = v[0]),
            (this._closeCode = 1006),
            (this._closeFrameReceived = !1),
            (this._closeFrameSent = !1),
            (this._closeMessage = b),
            (this._closeTimer = null),
            (this._errorEmitted = !1),
            (this._extensions = {}),
            (this._paused = !1),
            (this._protocol = ``),
            (this._readyState = e.CONNECTING),
            (this._receiver = null),
            (this._sender = null),
            (this._socket = null),
            t === null
              ? (this._isServer = !0)
              : ((this._bufferedAmount = 0),
                (this._isServer = !1),
                (this._redirects = 0),
                n === void 0
                  ? (n = !r || r.protocols === void 0 ? [] : Array.isArray(r.protocols) ? r.protocols : [r.protocols])
                  : Array.isArray(n) ||
                    (typeof n == `object` && n
                      ? ((r = n),
                        (n = r.protocols === void 0 ? [] : Array.isArray(r.protocols) ? r.protocols : [r.protocols]))
                      : (n = [n])),
                (r = ue(this, t, n, r))),
            r.autoPong &&
              ((this._autoPong = !0),
              (this._autoPongComplete = () => xe(this)),
              (this._pendingAutoPongs = 0),
              (this._maxPendingAutoPongs = r.maxPendingAutoPongs | 0)),
            (this._closeTimeout = r.closeTimeout);
        }
        get binaryType() {
          return this._binaryType;
        }
        set binaryType(e) {
          v.includes(e) && ((this._binaryType = e), this._receiver && (this._receiver._binaryType = e));
        }
        get bufferedAmount() {
          return this._socket ? this._socket._writableState.length + this._sender._bufferedBytes : this._bufferedAmount;
        }
        get extensions() {
          return Object.keys(this._extensions).join();
        }
        get isPaused() {
          return this._paused;
        }
        get onclose() {
          return null;
        }
        get onerror() {
          return null;
        }
        get onopen() {
          return null;
        }
        get onmessage() {
          return null;
        }
        get protocol() {
          return this._protocol;
        }
        get readyState() {
          return this._readyState;
        }
        get url() {
          return this._url;
        }
        setSocket(t, n, r) {
          const i = new m({
              allowSynchronousEvents: r.allowSynchronousEvents,
              binaryType: this.binaryType,
              extensions: this._extensions,
              isServer: this._isServer,
              maxBufferedChunks: r.maxBufferedChunks,
              maxFragments: r.maxFragments,
              maxPayload: r.maxPayload,
              skipUTF8Validation: r.skipUTF8Validation,
            }),
            a = new g(t, this._extensions, r.generateMask);
          (this._receiver = i),
            (this._sender = a),
            (this._socket = t),
            (i[w] = this),
            (a[w] = this),
            (t[w] = this),
            i.on(`conclude`, he),
            i.on(`drain`, ge),
            i.on(`error`, _e),
            i.on(`message`, ye),
            i.on(`ping`, be),
            i.on(`pong`, Se),
            (a.onerror = O),
            t.setTimeout && t.setTimeout(0),
            t.setNoDelay && t.setNoDelay(),
            n.length > 0 && t.unshift(n),
            t.on(`close`, Te),
            t.on(`data`, Ee),
            t.on(`end`, De),
            t.on(`error`, Oe),
            (this._readyState = e.OPEN),
            this.emit(`open`);
        }
        emitClose() {
          this._socket
            ? (this._extensions[p.extensionName] && this._extensions[p.extensionName].cleanup(),
              this._receiver.removeAllListeners(),
              (this._readyState = e.CLOSED),
              this.emit(`close`, this._closeCode, this._closeMessage))
            : ((this._readyState = e.CLOSED), this.emit(`close`, this._closeCode, this._closeMessage));
        }
        close(t, n) {
          this.readyState !== e.CLOSED &&
            (this.readyState === e.CONNECTING
              ? D(this, this._req, `WebSocket was closed before the connection was established`)
              : this.readyState === e.CLOSING
                ? this._closeFrameSent &&
                  (this._closeFrameReceived || this._receiver._writableState.errorEmitted) &&
                  this._socket.end()
                : (this._sender.close(t, n, !this._isServer, (e) => {
                    e ||
                      ((this._closeFrameSent = !0),
                      (this._closeFrameReceived || this._receiver._writableState.errorEmitted) && this._socket.end());
                  }),
                  (this._readyState = e.CLOSING),
                  we(this)));
        }
        pause() {
          this.readyState !== e.CONNECTING &&
            this.readyState !== e.CLOSED &&
            ((this._paused = !0), this._socket.pause());
        }
        ping(t, n, r) {
          if (this.readyState === e.CONNECTING) throw Error(`WebSocket is not open: readyState 0 (CONNECTING)`);
          typeof t == `function` ? ((r = t), (t = n = void 0)) : typeof n == `function` && ((r = n), (n = void 0)),
            typeof t == `number` && (t = t.toString()),
            this.readyState === e.OPEN
              ? (n === void 0 && (n = !this._isServer), this._sender.ping(t || b, n, r))
              : me(this, t, r);
        }
        pong(t, n, r) {
          if (this.readyState === e.CONNECTING) throw Error(`WebSocket is not open: readyState 0 (CONNECTING)`);
          typeof t == `function` ? ((r = t), (t = n = void 0)) : typeof n == `function` && ((r = n), (n = void 0)),
            typeof t == `number` && (t = t.toString()),
            this.readyState === e.OPEN
              ? (n === void 0 && (n = !this._isServer), this._sender.pong(t || b, n, r))
              : me(this, t, r);
        }
        resume() {
          this.readyState !== e.CONNECTING &&
            this.readyState !== e.CLOSED &&
            ((this._paused = !1), this._receiver._writableState.needDrain || this._socket.resume());
        }
        send(t, n, r) {
          if (this.readyState === e.CONNECTING) throw Error(`WebSocket is not open: readyState 0 (CONNECTING)`);
          if (
            (typeof n == `function` && ((r = n), (n = {})),
            typeof t == `number` && (t = t.toString()),
            this.readyState !== e.OPEN)
          ) {
            me(this, t, r);
            return;
          }
          const i = { binary: typeof t != `string`, mask: !this._isServer, compress: !0, fin: !0, ...n };
          this._extensions[p.extensionName] || (i.compress = !1), this._sender.send(t || b, i, r);
        }
        terminate() {
          this.readyState !== e.CLOSED &&
            (this.readyState === e.CONNECTING
              ? D(this, this._req, `WebSocket was closed before the connection was established`)
              : this._socket && ((this._readyState = e.CLOSING), this._socket.destroy()));
        }
      };
    Object.defineProperty(E, 'CONNECTING', { enumerable: !0, value: T.indexOf(`CONNECTING`) }),
      Object.defineProperty(E.prototype, 'CONNECTING', { enumerable: !0, value: T.indexOf(`CONNECTING`) }),
      Object.defineProperty(E, 'OPEN', { enumerable: !0, value: T.indexOf(`OPEN`) }),
      Object.defineProperty(E.prototype, 'OPEN', { enumerable: !0, value: T.indexOf(`OPEN`) }),
      Object.defineProperty(E, 'CLOSING', { enumerable: !0, value: T.indexOf(`CLOSING`) }),
      Object.defineProperty(E.prototype, 'CLOSING', { enumerable: !0, value: T.indexOf(`CLOSING`) }),
      Object.defineProperty(E, 'CLOSED', { enumerable: !0, value: T.indexOf(`CLOSED`) }),
      Object.defineProperty(E.prototype, 'CLOSED', { enumerable: !0, value: T.indexOf(`CLOSED`) }),
      [`binaryType`, `bufferedAmount`, `extensions`, `isPaused`, `protocol`, `readyState`, `url`].forEach((e) => {
        Object.defineProperty(E.prototype, e, { enumerable: !0 });
      }),
      [`open`, `error`, `close`, `message`].forEach((e) => {
        Object.defineProperty(E.prototype, `on${e}`, {
          enumerable: !0,
          get() {
            for (const t of this.listeners(e)) if (t[S]) return t[C];
            return null;
          },
          set(t) {
            for (const t of this.listeners(e))
              if (t[S]) {
                this.removeListener(e, t);
                break;
              }
            typeof t == `function` && this.addEventListener(e, t, { [S]: !0 });
          },
        });
      }),
      (E.prototype.addEventListener = ne),
      (E.prototype.removeEventListener = re),
      (t.exports = E);
    function ue(e, t, n, a) {
      const s = {
        allowSynchronousEvents: !0,
        autoPong: !0,
        closeTimeout: y,
        protocolVersion: ce[1],
        maxBufferedChunks: 262144,
        maxFragments: 16384,
        maxPayload: 104857600,
        maxPendingAutoPongs: 60,
        skipUTF8Validation: !1,
        perMessageDeflate: !0,
        followRedirects: !1,
        maxRedirects: 10,
        ...a,
        socketPath: void 0,
        hostname: void 0,
        protocol: void 0,
        protocols: void 0,
        timeout: void 0,
        method: `GET`,
        host: void 0,
        path: void 0,
        port: void 0,
      };
      if (!ce.includes(s.protocolVersion))
        throw RangeError(`Unsupported protocol version: ${s.protocolVersion} (supported versions: ${ce.join(`, `)})`);
      let u;
      if (t instanceof f) u = t;
      else
        try {
          u = new f(t);
        } catch {
          throw SyntaxError(`Invalid URL: ${t}`);
        }
      (u.protocol === `http:` || u.protocol === `https:`) &&
        ((u = new f(u)), (u.protocol = u.protocol === `http:` ? `ws:` : `wss:`)),
        (e._url = u.href);
      let d = u.protocol === `wss:`,
        m = u.protocol === `ws+unix:`,
        h;
      if (
        (u.protocol !== `ws:` && !d && !m
          ? (h = `The URL's protocol must be one of "ws:", "wss:", "http:", "https:", or "ws+unix:"`)
          : m && !u.pathname
            ? (h = `The URL's pathname is empty`)
            : u.hash && (h = `The URL contains a fragment identifier`),
        h)
      ) {
        const t = SyntaxError(h);
        if (e._redirects === 0) throw t;
        de(e, t);
        return;
      }
      let g = d ? 443 : 80,
        _ = c(16).toString(`base64`),
        v = d ? r.request : i.request,
        b = new Set(),
        S;
      if (
        ((s.createConnection = s.createConnection || (d ? pe : fe)),
        (s.defaultPort = s.defaultPort || g),
        (s.port = u.port || g),
        (s.host = u.hostname.startsWith(`[`) ? u.hostname.slice(1, -1) : u.hostname),
        (s.headers = {
          ...s.headers,
          'Sec-WebSocket-Version': s.protocolVersion,
          'Sec-WebSocket-Key': _,
          Connection: `Upgrade`,
          Upgrade: `websocket`,
        }),
        (s.path = u.pathname + u.search),
        (s.timeout = s.handshakeTimeout),
        s.perMessageDeflate &&
          ((S = new p({ ...s.perMessageDeflate, isServer: !1, maxPayload: s.maxPayload })),
          (s.headers[`Sec-WebSocket-Extensions`] = ie({ [p.extensionName]: S.offer() }))),
        n.length)
      ) {
        for (const e of n) {
          if (typeof e != `string` || !le.test(e) || b.has(e))
            throw SyntaxError(`An invalid or duplicated subprotocol was specified`);
          b.add(e);
        }
        s.headers[`Sec-WebSocket-Protocol`] = n.join(`,`);
      }
      if (
        (s.origin &&
          (s.protocolVersion < 13 ? (s.headers[`Sec-WebSocket-Origin`] = s.origin) : (s.headers.Origin = s.origin)),
        (u.username || u.password) && (s.auth = `${o.unescape(u.username)}:${o.unescape(u.password)}`),
        m)
      ) {
        const e = s.path.indexOf(`:`);
        e === -1
          ? ((s.socketPath = s.path), (s.path = ``))
          : ((s.socketPath = s.path.slice(0, e)), (s.path = s.path.slice(e + 1)));
      }
      let C;
      if (s.followRedirects) {
        if (e._redirects === 0) {
          (e._originalIpc = m), (e._originalSecure = d), (e._originalHostOrSocketPath = m ? s.socketPath : u.host);
          const t = a && a.headers;
          if (((a = { ...a, headers: {} }), t)) for (const [e, n] of Object.entries(t)) a.headers[e.toLowerCase()] = n;
        } else if (e.listenerCount(`redirect`) === 0) {
          const t = m
            ? e._originalIpc
              ? s.socketPath === e._originalHostOrSocketPath
              : !1
            : !e._originalIpc && u.host === e._originalHostOrSocketPath;
          (!t || (e._originalSecure && !d)) &&
            (delete s.headers.authorization, delete s.headers.cookie, t || delete s.headers.host, (s.auth = void 0));
        }
        s.auth &&
          !a.headers.authorization &&
          (a.headers.authorization = `Basic ` + Buffer.from(s.auth).toString(`base64`)),
          (C = e._req = v(s)),
          e._redirects && e.emit(`redirect`, e.url, C);
      } else C = e._req = v(s);
      return (
        s.timeout &&
          C.on(`timeout`, () => {
            D(e, C, `Opening handshake has timed out`);
          }),
        C.on(`error`, (t) => {
          C === null || C[se] || ((C = e._req = null), de(e, t));
        }),
        C.on(`response`, (r) => {
          const i = r.headers.location,
            o = r.statusCode;
          if (i && s.followRedirects && o >= 300 && o < 400) {
            if (++e._redirects > s.maxRedirects) {
              D(e, C, `Maximum redirects exceeded`);
              return;
            }
            C.abort();
            let r;
            try {
              r = new f(i, t);
            } catch {
              de(e, SyntaxError(`Invalid URL: ${i}`));
              return;
            }
            ue(e, r, n, a);
          } else e.emit(`unexpected-response`, C, r) || D(e, C, `Unexpected server response: ${r.statusCode}`);
        }),
        C.on(`upgrade`, (t, n, r) => {
          if ((e.emit(`upgrade`, t), e.readyState !== E.CONNECTING)) return;
          C = e._req = null;
          const i = t.headers.upgrade;
          if (i === void 0 || i.toLowerCase() !== `websocket`) {
            D(e, n, `Invalid Upgrade header`);
            return;
          }
          const a = l(`sha1`)
            .update(_ + x)
            .digest(`base64`);
          if (t.headers[`sec-websocket-accept`] !== a) {
            D(e, n, `Invalid Sec-WebSocket-Accept header`);
            return;
          }
          let o = t.headers[`sec-websocket-protocol`],
            c;
          if (
            (o === void 0
              ? b.size && (c = `Server sent no subprotocol`)
              : b.size
                ? b.has(o) || (c = `Server sent an invalid subprotocol`)
                : (c = `Server sent a subprotocol but none was requested`),
            c)
          ) {
            D(e, n, c);
            return;
          }
          o && (e._protocol = o);
          const u = t.headers[`sec-websocket-extensions`];
          if (u !== void 0) {
            if (!S) {
              D(e, n, `Server sent a Sec-WebSocket-Extensions header but no extension was requested`);
              return;
            }
            let t;
            try {
              t = ae(u);
            } catch {
              D(e, n, `Invalid Sec-WebSocket-Extensions header`);
              return;
            }
            const r = Object.keys(t);
            if (r.length !== 1 || r[0] !== p.extensionName) {
              D(e, n, `Server indicated an extension that was not requested`);
              return;
            }
            try {
              S.accept(t[p.extensionName]);
            } catch {
              D(e, n, `Invalid Sec-WebSocket-Extensions header`);
              return;
            }
            e._extensions[p.extensionName] = S;
          }
          e.setSocket(n, r, {
            allowSynchronousEvents: s.allowSynchronousEvents,
            generateMask: s.generateMask,
            maxBufferedChunks: s.maxBufferedChunks,
            maxFragments: s.maxFragments,
            maxPayload: s.maxPayload,
            skipUTF8Validation: s.skipUTF8Validation,
          });
        }),
        s.finishRequest ? s.finishRequest(C, e) : C.end(),
        s
      );
    }
    function de(e, t) {
      (e._readyState = E.CLOSING), (e._errorEmitted = !0), e.emit(`error`, t), e.emitClose();
    }
    function fe(e) {
      return (e.path = e.socketPath), a.connect(e);
    }
    function pe(e) {
      return (
        (e.path = void 0),
        !e.servername && e.servername !== `` && (e.servername = a.isIP(e.host) ? `` : e.host),
        s.connect(e)
      );
    }
    function D(e, t, n) {
      e._readyState = E.CLOSING;
      const r = Error(n);
      Error.captureStackTrace(r, D),
        t.setHeader
          ? ((t[se] = !0), t.abort(), t.socket && !t.socket.destroyed && t.socket.destroy(), process.nextTick(de, e, r))
          : (t.destroy(r), t.once(`error`, e.emit.bind(e, `error`)), t.once(`close`, e.emitClose.bind(e)));
    }
    function me(e, t, n) {
      if (t) {
        const n = _(t) ? t.size : oe(t).length;
        e._socket ? (e._sender._bufferedBytes += n) : (e._bufferedAmount += n);
      }
      if (n) {
        const t = Error(`WebSocket is not open: readyState ${e.readyState} (${T[e.readyState]})`);
        process.nextTick(n, t);
      }
    }
    function he(e, t) {
      const n = this[w];
      (n._closeFrameReceived = !0),
        (n._closeCode = e),
        t.length === 0
          ? (n._closeMessage = b)
          : ((n._closeMessage = Buffer.allocUnsafeSlow(t.length)), n._closeMessage.set(t)),
        n._socket[w] !== void 0 &&
          (n._socket.removeListener(`data`, Ee),
          process.nextTick(Ce, n._socket),
          e === 1005 ? n.close() : n.close(e, t));
    }
    function ge() {
      const e = this[w];
      e.isPaused || e._socket.resume();
    }
    function _e(e) {
      const t = this[w];
      t._socket[w] !== void 0 &&
        (t._socket.removeListener(`data`, Ee), process.nextTick(Ce, t._socket), t.close(e[ee])),
        t._errorEmitted || ((t._errorEmitted = !0), t.emit(`error`, e));
    }
    function ve() {
      this[w].emitClose();
    }
    function ye(e, t) {
      this[w].emit(`message`, e, t);
    }
    function be(e) {
      const t = this[w];
      t._autoPong &&
        t.readyState === E.OPEN &&
        (t._maxPendingAutoPongs > 0 && t._pendingAutoPongs >= t._maxPendingAutoPongs
          ? t.terminate()
          : (t._pendingAutoPongs++, t.pong(e, !this._isServer, t._autoPongComplete))),
        t.emit(`ping`, e);
    }
    function xe(e) {
      e._pendingAutoPongs--;
    }
    function Se(e) {
      this[w].emit(`pong`, e);
    }
    function Ce(e) {
      e.resume();
    }
    function O(e) {
      const t = this[w];
      t.readyState !== E.CLOSED &&
        (t.readyState === E.OPEN && ((t._readyState = E.CLOSING), we(t)),
        this._socket.end(),
        t._errorEmitted || ((t._errorEmitted = !0), t.emit(`error`, e)));
    }
    function we(e) {
      e._closeTimer = setTimeout(e._socket.destroy.bind(e._socket), e._closeTimeout);
    }
    function Te() {
      const e = this[w];
      if (
        (this.removeListener(`close`, Te),
        this.removeListener(`data`, Ee),
        this.removeListener(`end`, De),
        (e._readyState = E.CLOSING),
        !this._readableState.endEmitted &&
          !e._closeFrameReceived &&
          !e._receiver._writableState.errorEmitted &&
          this._readableState.length !== 0)
      ) {
        const t = this.read(this._readableState.length);
        e._receiver.write(t);
      }
      e._receiver.end(),
        (this[w] = void 0),
        clearTimeout(e._closeTimer),
        e._receiver._writableState.finished || e._receiver._writableState.errorEmitted
          ? e.emitClose()
          : (e._receiver.on(`error`, ve), e._receiver.on(`finish`, ve));
    }
    function Ee(e) {
      this[w]._receiver.write(e) || this.pause();
    }
    function De() {
      const e = this[w];
      (e._readyState = E.CLOSING), e._receiver.end(), this.end();
    }
    function Oe() {
      const e = this[w];
      this.removeListener(`error`, Oe), this.on(`error`, te), e && ((e._readyState = E.CLOSING), this.destroy());
    }
  }),
  hu = u((e, t) => {
    mu();
    var { Duplex: n } = h(`stream`);
    function r(e) {
      e.emit(`close`);
    }
    function i() {
      !this.destroyed && this._writableState.finished && this.destroy();
    }
    function a(e) {
      this.removeListener(`error`, a), this.destroy(), this.listenerCount(`error`) === 0 && this.emit(`error`, e);
    }
    function o(e, t) {
      let o = !0,
        s = new n({ ...t, autoDestroy: !1, emitClose: !1, objectMode: !1, writableObjectMode: !1 });
      return (
        e.on(`message`, (t, n) => {
          const r = !n && s._readableState.objectMode ? t.toString() : t;
          s.push(r) || e.pause();
        }),
        e.once(`error`, (e) => {
          s.destroyed || ((o = !1), s.destroy(e));
        }),
        e.once(`close`, () => {
          s.destroyed || s.push(null);
        }),
        (s._destroy = (t, n) => {
          if (e.readyState === e.CLOSED) {
            n(t), process.nextTick(r, s);
            return;
          }
          let i = !1;
          e.once(`error`, (e) => {
            (i = !0), n(e);
          }),
            e.once(`close`, () => {
              i || n(t), process.nextTick(r, s);
            }),
            o && e.terminate();
        }),
        (s._final = (t) => {
          e.readyState === e.CONNECTING
            ? e.once(`open`, () => {
                s._final(t);
              })
            : e._socket !== null &&
              (e._socket._writableState.finished
                ? (t(), s._readableState.endEmitted && s.destroy())
                : (e._socket.once(`finish`, () => {
                    t();
                  }),
                  e.close()));
        }),
        (s._read = () => {
          e.isPaused && e.resume();
        }),
        (s._write = (t, n, r) => {
          e.readyState === e.CONNECTING
            ? e.once(`open`, () => {
                s._write(t, n, r);
              })
            : e.send(t, r);
        }),
        s.on(`end`, i),
        s.on(`error`, a),
        s
      );
    }
    t.exports = o;
  }),
  gu = u((e, t) => {
    var { tokenChars: n } = lu();
    function r(e) {
      let t = new Set(),
        r = -1,
        i = -1,
        a = 0;
      for (; a < e.length; a++) {
        const o = e.charCodeAt(a);
        if (i === -1 && n[o] === 1) r === -1 && (r = a);
        else if (a !== 0 && (o === 32 || o === 9)) i === -1 && r !== -1 && (i = a);
        else if (o === 44) {
          if (r === -1) throw SyntaxError(`Unexpected character at index ${a}`);
          i === -1 && (i = a);
          const n = e.slice(r, i);
          if (t.has(n)) throw SyntaxError(`The "${n}" subprotocol is duplicated`);
          t.add(n), (r = i = -1);
        } else throw SyntaxError(`Unexpected character at index ${a}`);
      }
      if (r === -1 || i !== -1) throw SyntaxError(`Unexpected end of input`);
      const o = e.slice(r, a);
      if (t.has(o)) throw SyntaxError(`The "${o}" subprotocol is duplicated`);
      return t.add(o), t;
    }
    t.exports = { parse: r };
  }),
  _u = u((e, t) => {
    var n = h(`events`),
      r = h(`http`),
      { Duplex: i } = h(`stream`),
      { createHash: a } = h(`crypto`),
      o = pu(),
      s = au(),
      c = gu(),
      l = mu(),
      { CLOSE_TIMEOUT: u, GUID: d, kWebSocket: f } = $l(),
      p = /^[+/0-9A-Za-z]{22}==$/,
      m = 0,
      g = 1,
      _ = 2;
    t.exports = class extends n {
      constructor(e, t) {
        if (
          (super(),
          (e = {
            allowSynchronousEvents: !0,
            autoPong: !0,
            maxBufferedChunks: 262144,
            maxFragments: 16384,
            maxPayload: 104857600,
            maxPendingAutoPongs: 60,
            skipUTF8Validation: !1,
            perMessageDeflate: !1,
            handleProtocols: null,
            clientTracking: !0,
            closeTimeout: u,
            verifyClient: null,
            noServer: !1,
            backlog: null,
            server: null,
            host: null,
            path: null,
            port: null,
            WebSocket: l,
            ...e,
          }),
          (e.port == null && !e.server && !e.noServer) ||
            (e.port != null && (e.server || e.noServer)) ||
            (e.server && e.noServer))
        )
          throw TypeError(`One and only one of the "port", "server", or "noServer" options must be specified`);
        if (
          (e.port == null
            ? e.server && (this._server = e.server)
            : ((this._server = r.createServer((e, t) => {
                const n = r.STATUS_CODES[426];
                t.writeHead(426, { 'Content-Length': n.length, 'Content-Type': `text/plain` }), t.end(n);
              })),
              this._server.listen(e.port, e.host, e.backlog, t)),
          this._server)
        ) {
          const e = this.emit.bind(this, `connection`);
          this._removeListeners = v(this._server, {
            listening: this.emit.bind(this, `listening`),
            error: this.emit.bind(this, `error`),
            upgrade: (t, n, r) => {
              this.handleUpgrade(t, n, r, e);
            },
          });
        }
        e.perMessageDeflate === !0 && (e.perMessageDeflate = {}),
          e.clientTracking && ((this.clients = new Set()), (this._shouldEmitClose = !1)),
          (this.options = e),
          (this._state = m);
      }
      address() {
        if (this.options.noServer) throw Error(`The server is operating in "noServer" mode`);
        return this._server ? this._server.address() : null;
      }
      close(e) {
        if (this._state === _)
          e &&
            this.once(`close`, () => {
              e(Error(`The server is not running`));
            }),
            process.nextTick(y, this);
        else if ((e && this.once(`close`, e), this._state !== g)) {
          if (((this._state = g), this.options.noServer || this.options.server))
            this._server && (this._removeListeners(), (this._removeListeners = this._server = null)),
              this.clients && this.clients.size ? (this._shouldEmitClose = !0) : process.nextTick(y, this);
          else {
            const e = this._server;
            this._removeListeners(),
              (this._removeListeners = this._server = null),
              e.close(() => {
                y(this);
              });
          }
        }
      }
      shouldHandle(e) {
        if (this.options.path) {
          const t = e.url.indexOf(`?`);
          if ((t === -1 ? e.url : e.url.slice(0, t)) !== this.options.path) return !1;
        }
        return !0;
      }
      handleUpgrade(e, t, n, r) {
        t.on(`error`, b);
        const i = e.headers[`sec-websocket-key`],
          a = e.headers.upgrade,
          l = +e.headers[`sec-websocket-version`];
        if (e.method !== `GET`) {
          S(this, e, t, 405, `Invalid HTTP method`);
          return;
        }
        if (a === void 0 || a.toLowerCase() !== `websocket`) {
          S(this, e, t, 400, `Invalid Upgrade header`);
          return;
        }
        if (i === void 0 || !p.test(i)) {
          S(this, e, t, 400, `Missing or invalid Sec-WebSocket-Key header`);
          return;
        }
        if (l !== 13 && l !== 8) {
          S(this, e, t, 400, `Missing or invalid Sec-WebSocket-Version header`, { 'Sec-WebSocket-Version': `13, 8` });
          return;
        }
        if (!this.shouldHandle(e)) {
          x(t, 400);
          return;
        }
        let u = e.headers[`sec-websocket-protocol`],
          d = new Set();
        if (u !== void 0)
          try {
            d = c.parse(u);
          } catch {
            S(this, e, t, 400, `Invalid Sec-WebSocket-Protocol header`);
            return;
          }
        const f = e.headers[`sec-websocket-extensions`],
          m = {};
        if (this.options.perMessageDeflate && f !== void 0) {
          const n = new s({ ...this.options.perMessageDeflate, isServer: !0, maxPayload: this.options.maxPayload });
          try {
            const e = o.parse(f);
            e[s.extensionName] && (n.accept(e[s.extensionName]), (m[s.extensionName] = n));
          } catch {
            S(this, e, t, 400, `Invalid or unacceptable Sec-WebSocket-Extensions header`);
            return;
          }
        }
        if (this.options.verifyClient) {
          const a = {
            origin: e.headers[`${l === 8 ? `sec-websocket-origin` : `origin`}`],
            secure: !!(e.socket.authorized || e.socket.encrypted),
            req: e,
          };
          if (this.options.verifyClient.length === 2) {
            this.options.verifyClient(a, (a, o, s, c) => {
              if (!a) return x(t, o || 401, s, c);
              this.completeUpgrade(m, i, d, e, t, n, r);
            });
            return;
          }
          if (!this.options.verifyClient(a)) return x(t, 401);
        }
        this.completeUpgrade(m, i, d, e, t, n, r);
      }
      completeUpgrade(e, t, n, r, i, c, l) {
        if (!i.readable || !i.writable) return i.destroy();
        if (i[f])
          throw Error(
            `server.handleUpgrade() was called more than once with the same socket, possibly due to a misconfiguration`,
          );
        if (this._state > m) return x(i, 503);
        const u = [
            `HTTP/1.1 101 Switching Protocols`,
            `Upgrade: websocket`,
            `Connection: Upgrade`,
            `Sec-WebSocket-Accept: ${a(`sha1`)
              .update(t + d)
              .digest(`base64`)}`,
          ],
          p = new this.options.WebSocket(null, void 0, this.options);
        if (n.size) {
          const e = this.options.handleProtocols ? this.options.handleProtocols(n, r) : n.values().next().value;
          e && (u.push(`Sec-WebSocket-Protocol: ${e}`), (p._protocol = e));
        }
        if (e[s.extensionName]) {
          const t = e[s.extensionName].params,
            n = o.format({ [s.extensionName]: [t] });
          u.push(`Sec-WebSocket-Extensions: ${n}`), (p._extensions = e);
        }
        this.emit(`headers`, u, r),
          i.write(
            u
              .concat(`\r
`)
              .join(`\r
`),
          ),
          i.removeListener(`error`, b),
          p.setSocket(i, c, {
            allowSynchronousEvents: this.options.allowSynchronousEvents,
            maxBufferedChunks: this.options.maxBufferedChunks,
            maxFragments: this.options.maxFragments,
            maxPayload: this.options.maxPayload,
            skipUTF8Validation: this.options.skipUTF8Validation,
          }),
          this.clients &&
            (this.clients.add(p),
            p.on(`close`, () => {
              this.clients.delete(p), this._shouldEmitClose && !this.clients.size && process.nextTick(y, this);
            })),
          l(p, r);
      }
    };
    function v(e, t) {
      for (const n of Object.keys(t)) e.on(n, t[n]);
      return () => {
        for (const n of Object.keys(t)) e.removeListener(n, t[n]);
      };
    }
    function y(e) {
      (e._state = _), e.emit(`close`);
    }
    function b() {
      this.destroy();
    }
    function x(e, t, n, i) {
      (n ||= r.STATUS_CODES[t]),
        (i = { Connection: `close`, 'Content-Type': `text/html`, 'Content-Length': Buffer.byteLength(n), ...i }),
        e.once(`finish`, e.destroy),
        e.end(
          `HTTP/1.1 ${t} ${r.STATUS_CODES[t]}\r\n` +
            Object.keys(i)
              .map((e) => `${e}: ${i[e]}`)
              .join(`\r
`) +
            `\r
\r
` +
            n,
        );
    }
    function S(e, t, n, r, i, a) {
      if (e.listenerCount(`wsClientError`)) {
        const r = Error(i);
        Error.captureStackTrace(r, S), e.emit(`wsClientError`, r, n, t);
      } else x(n, r, i, a);
    }
  });
hu(), pu(), au(), uu(), du(), gu();
var vu = p(mu(), 1);
_u();
async function yu(e, t) {
  const n = await Cu(e.call(`info.mode`, {})),
    r = await Cu(e.call(`slider.state`, {}));
  return {
    link: t,
    connected: e.info() !== void 0,
    mode: n?.mode,
    slider: r && { positionMm: r.position_absolute, speedMmPerS: r.speed_absolute },
  };
}
function bu({ link: e, connected: t, mode: n, slider: r }) {
  const i = [e.padEnd(10), t ? `on ` : `off`, Su(n).padEnd(11)];
  return (
    r && i.push(`${r.positionMm.toFixed(1).padStart(5)} mm`, `${r.speedMmPerS.toFixed(0).padStart(4)} mm/s`),
    i.join(`  `).trimEnd()
  );
}
var xu = new Map(Object.entries(q).map(([e, t]) => [t, e])),
  Su = (e) => (e === void 0 ? `-` : (xu.get(e) ?? String(e)));
async function Cu(e) {
  try {
    return await e;
  } catch (e) {
    if (e instanceof Q) return;
    throw e;
  }
}
var wu = 200,
  Tu = `/api/tactus/device-link`;
function Eu(e, t, { time: n, screen: r, onError: i }) {
  const { model: a, firmware: o, cutEveryMs: s, seed: c } = e,
    l = c === void 0 ? _() : g(c),
    u = El({ connectionKey: t.connectionKey, model: a, firmware: o, time: n, random: l });
  Al(u.hardware(), e.faults);
  let d,
    f = Ql({
      device: u,
      url: `${e.url.replace(/^http/, `ws`)}${Tu}`,
      secret: t.secret,
      connect(e) {
        return (d = new vu.default(e, { perMessageDeflate: !1 })), d;
      },
      time: n,
      random: l,
    }),
    p = ``;
  async function m() {
    const e = bu(await yu(u, f.state())),
      t = r.isLive ? e : e.split(/ {2,}[\d.-]+ mm/)[0];
    t !== void 0 && t !== p && ((p = t), r.write(r.isLive ? `\r\u001b[2K${t}` : `${t}\n`));
  }
  const h = [n.every(wu, () => void m().catch(i)), ...(s > 0 ? [n.every(s, () => d?.terminate())] : [])];
  return {
    refused: Du(f),
    close() {
      for (const e of h) e();
      f.close(),
        u.close(),
        r.isLive &&
          r.write(`
`);
    },
  };
}
function Du(e) {
  return new Promise((t) => {
    e.onState((n) => {
      const r = e.refusal();
      n === `ended` && r && t(r.message);
    });
  });
}
var $ = {
  DONE: 0,
  FAILED: 1,
  WRONG_USE: 2,
  NOT_THERE: 3,
  STOP_UNCONFIRMED: 4,
  HUNG_UP: 129,
  INTERRUPTED: 130,
  TERMINATED: 143,
};
$.DONE, $.FAILED, $.WRONG_USE, $.NOT_THERE, $.STOP_UNCONFIRMED, $.HUNG_UP, $.INTERRUPTED, $.TERMINATED;
var Ou = 1e3;
function ku(e, t) {
  let n = new AbortController(),
    { signal: r } = n,
    i = 0;
  function a(t) {
    (i = e.monotonic()), n.abort(t);
  }
  return {
    signal: r,
    press(n) {
      r.aborted ? e.monotonic() - i >= Ou && t(n) : a(n);
    },
    outputGone() {
      r.aborted || a($.HUNG_UP);
    },
  };
}
var Au = 200,
  { stdout: ju, stderr: Mu } = process,
  Nu = (e) => void Mu.write(`${e}\n`),
  Pu = ku(w, process.exit),
  Fu;
Pu.signal.addEventListener(`abort`, () => {
  const e = () => process.exit(Pu.signal.reason);
  if (!Fu) return e();
  Fu.close(), w.after(Au, e);
});
for (const e of [`SIGTERM`, `SIGINT`]) process.on(e, () => Pu.press($.DONE));
process.on(`SIGHUP`, () => Pu.press($.HUNG_UP));
for (const e of [ju, Mu]) e.on(`error`, Pu.outputGone);
var Iu = Nl(process.argv.slice(2), process.env);
if (Iu.kind === `help`) ju.write(`${jl}\n`);
else if (Iu.kind === `wrong`) {
  for (const e of Iu.problems) Nu(e);
  Nu(`npm run device -- --help tells what there is.`), (process.exitCode = 1);
} else
  await Lu(Iu.options).catch((e) => {
    Nu(e instanceof Error ? e.message : String(e)), (process.exitCode = 1);
  });
async function Lu(e) {
  const t = e.key ?? (await ne(e.url, `tactus-device`, w));
  e.key ||
    (Nu(`connection key  ${t.connectionKey}`),
    Nu(`secret          ${t.secret}`),
    Nu(`The secret is told this once: keep it to run this device again.`)),
    (Fu = Eu(e, t, {
      time: w,
      screen: { isLive: ju.isTTY === !0, write: (e) => void ju.write(e) },
      onError: (e) => Nu(String(e)),
    })),
    Nu(`The cloud refused the link: ${await Fu.refused}`),
    Pu.press($.FAILED);
}
