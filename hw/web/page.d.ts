// What the scripts of the pages call the things that they are about. A list that the box may leave out is there on a page.

import type * as Schema from './schema';

declare global {
  namespace Box {
    type Ask = Schema.Whole<Schema.Ask> & { came?: number, meant?: string };
    type Asked = Schema.Whole<Schema.AskedMessage>;
    type Beat = Schema.Whole<Schema.Beat>;
    type Board = Schema.Whole<Schema.BoardMessage>;
    type Brought = Schema.Brought;
    type Card = Schema.Card;
    type Choice = Schema.Whole<Schema.Choice>;
    type Deal = Schema.Whole<Schema.Deal>;
    type Entry = Schema.Entry;
    type Fair = Schema.Whole<Schema.Fair>;
    type Film = Schema.Film;
    type Graph = Schema.Whole<Schema.Graph>;
    type Group = Schema.Whole<Schema.Group>;
    type GuideSection = Schema.Whole<Schema.GuideSection>;
    type Hello = Schema.Whole<Schema.HelloMessage>;
    type Join = Schema.Whole<Schema.JoinMessage>;
    type Look = Schema.Look;
    type Line = Schema.Whole<Schema.Line>;
    type Own = Pick<Seat, 'lines' | 'groups'>;
    type Part = Schema.Whole<Schema.SheetPart>;
    type Phones = Schema.Whole<Schema.PhonesMessage>;
    type Piece = Schema.Whole<Schema.Piece>;
    type Pieces = Schema.Whole<Schema.PiecesMessage>;
    type Player = Schema.Whole<Schema.Player> & { icons?: string[] };
    type Prepared = Schema.Prepared;
    type Public = Schema.Whole<Schema.Public>;
    type Rule = Schema.Rule;
    type Saved = Schema.Whole<Schema.Saved>;
    type Say = Schema.SayMessage;
    type Score = Schema.Whole<Schema.Score>;
    type ScoreRow = Schema.Whole<Schema.ScoreRow>;
    type Seat = Schema.Whole<Schema.Seat>;
    type SeatAsk = Schema.Whole<Schema.SeatAsk>;
    type SeatMessage = Schema.Whole<Schema.SeatMessage>;
    type Sheet = Schema.Whole<Schema.Sheet>;
    type Wifi = Schema.Whole<Schema.Wifi>;

    /** Value, Option, Tool and Title: what a game can begin with, on the panel's page and on the phone of a host. */
    type Value = { word: string, label: string, help?: string, least?: number, most?: number, front?: boolean, laid?: boolean };
    type Option = {
      key: string, label: string, help?: string, kind: string, values: Value[], default: string, last: string, most?: number, alone?: string,
      draws?: boolean, early?: boolean, of?: Option[], for?: string[],
    };
    type Tool = { word: string, label?: string, help?: string, options: any };
    type Title = {
      id: string, title: string, min: number, max: number, teaches: boolean, options: Option[], seats: string[], bots: number, name?: string,
      about?: string, long?: string, needs?: string,
      tools?: Tool[], last?: boolean,
    };
    /** PartsAsk: an ask, as far as its parts need it. */
    type PartsAsk = { verb: string, prompt: string, parts: Part[] };
    /** Field: a part as a piece of a form: what is drawn, buttons of its own, and the value; undefined while it isn't whole. */
    type Field = { nodes: Node[], acts?: HTMLElement[], value: () => any };
    /** Chosen: what was chosen for a start, by the keys of options. */
    type Chosen = Record<string, any>;
    /** Range: for how many a game is. */
    type Range = { least: number, most: number, game: string };
    /** Tap: what a tap on a piece chooses. */
    type Tap = { label: string, marked?: boolean, take: () => void };
    /** Tapper: what a tap on the piece with a key does, and what that is called; or nothing. */
    type Tapper = (key: string) => Tap | undefined;
    /** Keyed: an element of a board that stays while its key is there: how it is made, and what changes on it. */
    type Keyed = [string, () => HTMLElement | SVGElement, ((e: any) => void)?];
    /** Setup: what is chosen for a game on the panel's page. */
    type Setup = {
      game: string, names: string[], options: any, bots: number, teach: boolean, own: boolean, lang?: string, usual: string[], called?: string,
      file?: any, upload?: boolean, joined?: string[], before?: string[] | null, begun?: string,
    };
    /** Preparation: what a page is about to begin. */
    type Preparation = {
      game: string, options: Chosen, name: string, teach: boolean, bots: number, seats: string[], spare: string[], own: boolean, phones: string[],
    };
    /** Row: an answer to an ask by the numbers of its values; Reached: how far an ask is answered. */
    type Row = { row: number[], i: number };
    type Reached = {
      values: number[], shown: (v: number) => { label: string, help?: string, key?: string }, rows: (v: number) => Row[], question: string,
      said: string[], twice: boolean,
    };
    /** Kept: a line that this page keeps as a witness. */
    type Kept = { box?: string, commitment?: string, seat?: string, number?: string, phone?: string, line?: number, digits?: string };
  }
}
