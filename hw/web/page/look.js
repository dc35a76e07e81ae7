// The pictures of players: a colour and an emblem, which players choose on their phones.

import { el, icon } from './dom.js';

/**
 * picture draws a player; the name stands beside it.
 * @param {import('../schema').Look | undefined} look
 */
export const picture = (look) => (look ? el('span', { class: `pic pic-${look.colour}`, 'aria-hidden': 'true' }, icon(`look-${look.emblem}`)) : null);
