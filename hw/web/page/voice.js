// The voice of the box, read aloud by the browser, for whoever turns it on. The captions say
// the same, always.

import { keep } from './dom.js';

const synth = globalThis.speechSynthesis;
let aloud = keep.get('aloud') === '1';
synth?.getVoices(); // some browsers look for them only when asked

/** able reports whether this browser can speak at all. */
export const able = () => !!synth;

/** on reports whether the voice is to be heard. */
export const on = () => aloud;

/** turn turns the voice on or off. @param {boolean} to */
export function turn(to) {
  aloud = to;
  keep.set('aloud', to ? '1' : '0');
  if (!to) stop();
}

/** stop ends what is being said. */
export function stop() { synth?.cancel(); }

/** speak says a text. Without a voice for its language it says nothing: a wrong one is worse. @param {string} text @param {string} lang */
export function speak(text, lang) {
  if (!aloud || !synth || !text) return;
  const voice = synth.getVoices().find((v) => v.lang.split(/[-_]/)[0] === lang);
  if (!voice) return;
  if (synth.pending) synth.cancel(); // it has fallen behind the table
  // Persian voices read the sign between thousands as a comma.
  const u = new SpeechSynthesisUtterance(text.replace(/([۰-۹])٬(?=[۰-۹])/g, '$1'));
  Object.assign(u, { voice, lang: voice.lang });
  synth.speak(u);
}
