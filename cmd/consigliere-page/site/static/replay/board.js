// The table of a film as a picture, which the stage of a room draws. It is a page in the page: what a stage shows is as large
// as its window.

import { $, icons } from '../table/dom.js';
import { Stage } from '../table/stage.js';
import { direction, load } from '../table/words.js';

await icons();
const stage = new Stage($('stage'));
/** @type {any} */
let shown = null; // what was to be shown last

function draw() {
  if (!shown) return;
  stage.draw(shown.desk, shown.stage);
  document.body.dataset.move = shown.move;
}

addEventListener('message', async ({ source, data }) => {
  if (source !== window.parent) return;
  await load(data.lang);
  for (const k of ['seats', 'lines', 'groups', 'log', 'map', 'sheets']) data.desk[k] ??= [];
  document.documentElement.lang = data.lang;
  document.documentElement.dir = direction(data.lang);
  shown = data;
  draw();
});
addEventListener('resize', draw);
document.fonts.addEventListener('loadingdone', draw);
window.parent.postMessage('ready', location.origin);
