// How the JavaScript of the pages is linted, beside the rules that eslint recommends.
import js from '@eslint/js';

const browser = [
  'AbortController', 'AbortSignal', 'addEventListener', 'atob', 'btoa', 'clearInterval', 'clearTimeout', 'console', 'crypto', 'CSS', 'devicePixelRatio',
  'document', 'DOMParser', 'Event', 'fetch', 'FileReader', 'getComputedStyle', 'history', 'innerHeight', 'innerWidth', 'isSecureContext', 'localStorage',
  'location', 'matchMedia', 'navigator', 'Option', 'performance', 'queueMicrotask', 'requestAnimationFrame', 'ResizeObserver', 'scrollBy', 'scrollTo', 'setInterval', 'setTimeout',
  'Blob', 'DataTransfer', 'File', 'SpeechSynthesisUtterance', 'TextDecoder', 'TextEncoder', 'URL', 'visualViewport', 'WebSocket', 'window', 'AudioContext',
];

// The site's pages have workers besides, and the workers what Go's wasm_exec.js and files.js define.
const site = [
  'BroadcastChannel', 'caches', 'Go', 'importScripts', 'indexedDB', 'module', 'openFiles', 'postMessage', 'Response', 'self', 'sessionStorage', 'URLSearchParams',
  'WebAssembly', 'Worker',
];

const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

export default [
  js.configs.recommended,
  { files: ['cmd/**'], languageOptions: { globals: readonly(site) } },
  {
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: readonly(browser) },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-var': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      'no-implicit-globals': 'error',
      'no-shadow-restricted-names': 'error',
      'no-unused-vars': ['error', { args: 'after-used', caughtErrors: 'none' }],
      'no-unused-private-class-members': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-self-compare': 'error',
      'no-unmodified-loop-condition': 'error',
      'no-promise-executor-return': 'off',
      'array-callback-return': 'error',
      'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
    },
  },
];
