// What the scripts of the pages call the things that they are about. A list that the box may leave out is there on a page.

import type * as Schema from './schema';

declare global {
  namespace Box {
    type Ask = Schema.Whole<Schema.Ask> & { came?: number };
    type Asked = Schema.Whole<Schema.AskedMessage>;
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
    type Line = Schema.Whole<Schema.Line>;
    type Part = Schema.Whole<Schema.SheetPart>;
    type Phones = Schema.Whole<Schema.PhonesMessage>;
    type Piece = Schema.Piece;
    type Pieces = Schema.PiecesMessage;
    type Player = Schema.Whole<Schema.Player> & { icons?: string[] };
    type Public = Schema.Whole<Schema.Public>;
    type Say = Schema.SayMessage;
    type Score = Schema.Whole<Schema.Score>;
    type ScoreRow = Schema.Whole<Schema.ScoreRow>;
    type Wifi = Schema.Whole<Schema.Wifi>;

    /** Value, Option, Tool and Title: what a game can begin with, on the panel's page and on the phone of a host. */
    type Value = { word: string, label: string, help?: string, least?: number, most?: number };
    type Option = {
      key: string, label: string, help?: string, kind: string, values: Value[], default: string, last: string, most?: number, alone?: string,
      draws?: boolean, of?: Option[], for?: string[],
    };
    type Tool = { word: string, label?: string, help?: string, options: any };
    type Title = {
      id: string, title: string, min: number, max: number, teaches: boolean, options: Option[], seats: string[], bots: number, name?: string,
      tools?: Tool[], last?: boolean,
    };
    /** PartsAsk: an ask, as far as its parts need it. */
    type PartsAsk = { verb: string, prompt: string, parts: Part[] };
    /** Chosen: what was chosen for a start, by the keys of options. */
    type Chosen = Record<string, any>;
    /** Range: for how many a game is. */
    type Range = { least: number, most: number, game: string };
    /** Tap: what a tap on a piece chooses. */
    type Tap = { label: string, marked?: boolean, take: () => void };
    /** Kept: a line that this page keeps as a witness. */
    type Kept = { box?: string, commitment?: string, seat?: string, number?: string, phone?: string, line?: number, digits?: string };
  }
}
