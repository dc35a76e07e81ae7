// The pictures of players: a colour and an emblem, which players choose on their phones.

import { el, icon } from './dom.js';

/** colours and emblems are what pictures are made of; a test holds that they are those of the box. */
export const colours = 'red blue green gold purple orange teal pink brown grey lime sky'.split(' ');
export const emblems = 'hat rose ship moon key anchor bell fish leaf cup bolt sun cat owl heart crown'.split(' ');

/**
 * picture draws a player; the name stands beside it.
 * @param {import('../schema').Look | undefined} look
 */
export const picture = (look) => (look ? el('span', { class: `pic pic-${look.colour}`, 'aria-hidden': 'true' }, icon(`look-${look.emblem}`)) : null);
