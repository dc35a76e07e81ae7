// What the box and its pages say to each other, as Go has it. It is written by go test -run TestSchema -update.

/** Whole is a message in which no list is missing: Go has null for an empty one. */
export type Whole<T> = T extends (infer U)[] ? Whole<U>[]
  : T extends object ? { [K in keyof T]-?: undefined extends T[K] ? Whole<NonNullable<T[K]>> | undefined : WholeField<T[K]> }
  : T;
export type WholeField<T> = NonNullable<T> extends unknown[] ? Whole<NonNullable<T>> : Whole<T>;

export interface AgreeMessage { t: 'agree' }

export interface AnswerMessage { t: 'answer'; turn: number; ask?: number; row?: number; line?: any }

export interface Area {
  heading: string;
  seat: string;
  row: number;
  col: number;
  lines: Line[] | null;
}

export interface Ask {
  seat: string;
  verb: string;
  question: string;
  purpose?: string;
  choices: Choice[] | null;
  buttons: string;
  pick: boolean;
  turn: number;
  final?: boolean;
  adds: boolean;
  back: string;
  others: string[] | null;
  secrecy?: '' | 'covered' | 'secret';
}

export interface AskedMessage { t: 'asked'; pod: number; desk: Pod | null }

export interface AttendMessage { t: 'attend'; here: number[] | null }

export interface BackMessage { t: 'back'; name: string }

export interface BackMessage2 { t: 'back' }

export interface Beat {
  n: number;
  kind: string;
  act: string;
  asks: boolean;
  count: number;
  key: string;
  text: string;
  seats: number[] | null;
  ns: number[] | null;
  what: string[] | null;
  ms: number;
}

export interface BeatMessage { t: 'beat' }

export interface BoardMessage { t: 'board'; desk: Public; phones: string[] | null; guests: Guest[] | null; sounds: string; games: Card[] | null; lobby?: Lobby | null; stage?: Stage | null }

export interface BotMessage { t: 'bot'; name?: string; on: boolean }

export interface BringMessage { t: 'bring'; link: string }

export interface Brought {
  game: string;
  option: string;
  name: string;
  least: number;
  most: number;
  wrong?: Mistake[] | null;
}

export interface BuzzMessage { t: 'buzz'; turn: number }

export interface Card {
  id: string;
  about: string;
  long: string;
  needs: string;
}

export interface Choice {
  label: string;
  button: string;
  help: string;
  marked: boolean;
  key?: string;
  more?: boolean;
  then?: Then[] | null;
  ways?: Way[] | null;
}

export interface ClocksMessage { t: 'clocks'; percent: number }

export interface CoveredMessage { t: 'covered'; pod: number }

export interface Deal {
  box: string;
  commitment: string;
  rows: string[] | null;
  seats: string[] | null;
  given: Given[] | null;
}

export interface DealMessage { t: 'deal' }

export interface DeskMessage { t: 'desk'; lang: string; desk: Public }

export interface DiscardMessage { t: 'discard'; play: string }

export interface Entry {
  at: string;
  text: string;
  more?: boolean;
}

export interface ErrorMessage { t: 'error'; code: string; text: string }

export interface Fair {
  box: string;
  commitment: string;
  given: Given[] | null;
  receipts: Receipt[] | null;
}

export interface FastBotsMessage { t: 'fast_bots'; on: boolean }

export interface Film {
  link: string;
  rows: string[] | null;
}

export interface Finished {
  id: string;
  game: string;
  name: string;
  seats: string[] | null;
  begun: string;
}

export interface ForgetMessage { t: 'forget'; name: string }

export interface GiveMessage { t: 'give'; number?: string; phone?: string; name: string }

export interface GiveMessage2 { t: 'give'; number?: string; phone?: string }

export interface Given {
  seat: string;
  number?: string;
}

export interface GoOnMessage { t: 'go_on'; play: string }

export interface Graph {
  heading: string;
  most: number;
  rows: GraphRow[] | null;
}

export interface GraphRow {
  label: string;
  values: number[] | null;
}

export interface Group {
  heading: string;
  lines: Line[] | null;
  asked?: boolean;
}

export interface Guest {
  name: string;
  here: boolean;
  host: boolean;
  look: Look;
}

export interface GuideSection {
  heading: string;
  paragraphs: string[] | null;
}

export interface HelloMessage { t: 'hello'; pods: number; main: [number, number] | null; private: ([number, number] | null)[] | null; lang: string }

export interface HiMessage { t: 'hi'; lang: string }

export interface HostDesk {
  sheets: Sheet[] | null;
  titles: HostTitle[] | null;
  plays: Saved[] | null;
  joins?: boolean;
  brought?: Brought | null;
}

export interface HostMessage { t: 'host'; name: string; on: boolean }

export interface HostMessage2 { t: 'host'; do: FromHost }

export interface HostOption {
  key: string;
  label: string;
  help?: string;
  kind: string;
  values?: HostValue[] | null;
  default?: string;
  last?: string;
  alone?: string;
  draws?: boolean;
  early?: boolean;
  of?: HostOption[] | null;
  for?: string[] | null;
}

export interface HostTitle {
  id: string;
  title: string;
  min: number;
  max: number;
  teaches: boolean;
  options: HostOption[] | null;
  seats: string[] | null;
  bots: number;
  name?: string;
  tools?: HostTool[] | null;
  last: boolean;
}

export interface HostTool {
  word: string;
  options: any;
}

export interface HostValue {
  word: string;
  label: string;
  help?: string;
  least?: number;
  most?: number;
  front?: boolean;
  laid?: boolean;
}

export interface HurryMessage { t: 'hurry' }

export interface JoinMessage { t: 'join'; address: string; rows: string[] | null; wifi: Wifi | null }

export interface JoinMessage2 { t: 'join'; name: string }

export interface JoinWifiMessage { t: 'join_wifi'; name: string; password?: string }

export interface JudgeMessage { t: 'judge'; on: boolean }

export interface LangMessage { t: 'lang'; lang: string }

export interface LeaveMessage { t: 'leave' }

export interface LetMessage { t: 'let'; id: number; yes: boolean }

export interface LightsMessage { t: 'lights'; rgb: string }

export interface Line {
  seat: string;
  icons: string[] | null;
  text: string;
  help?: string;
  strong: boolean;
  receipt?: string;
  called?: boolean;
  bar?: number;
}

export interface Lobby {
  games: Offer[] | null;
  chosen?: Offer | null;
  seats: string[] | null;
  bots: number;
}

export interface Look {
  colour: string;
  emblem: string;
}

export interface LookMessage { t: 'look'; pod: number; on: boolean }

export interface LookMessage2 { t: 'look'; colour: string; emblem: string }

export interface MainMessage { t: 'main'; f: string }

export interface Mistake {
  line: number;
  text: string;
}

export interface NoDealMessage { t: 'no_deal' }

export interface ObjectMessage { t: 'object' }

export interface Offer {
  title: string;
  about: string;
  long: string;
  needs: string;
  least: number;
  most: number;
}

export interface Option {
  key: string;
  label: string;
  help: string;
  kind: string;
  values: SheetItem[] | null;
  default: string;
  last: string;
  most?: number;
  alone?: string;
  draws: boolean;
  early?: boolean;
  of?: Option[] | null;
  for?: string[] | null;
}

export interface OutMessage { t: 'out'; name: string }

export interface PaceMessage { t: 'pace'; pace: string }

export interface Past {
  graphs: Graph[] | null;
  groups: Group[] | null;
}

export interface PauseMessage { t: 'pause'; on: boolean }

export interface PhonesMessage { t: 'phones'; address: string; join: string; rows: string[] | null; wifi: Wifi | null; phones: Guest[] | null; knocks: RollKnock[] | null }

export interface PickMessage { t: 'pick'; turn: number; choice: number; then?: number | null; way?: number | null; name: string }

export interface Piece {
  kind: string;
  key: string;
  name: string;
  seat: number;
  to: number;
  at?: string;
  n: number;
  of: number;
  is: string[] | null;
  text?: string;
}

export interface PiecesMessage { t: 'pieces'; pieces?: Piece[] | null; n: number; set: Record<number, Piece> }

export interface Player {
  name: string;
  pod: number;
  lang: string;
  bot: boolean;
  away: boolean;
  phone?: string;
  look: Look;
  locked: boolean;
  awaited: boolean;
  lines: Line[] | null;
  secrecy?: '' | 'covered' | 'secret';
  asked?: string;
  purpose?: string;
  choices?: Choice[] | null;
}

export interface Pod {
  ask: Ask | null;
  own: Group[] | null;
  why: string;
}

export interface PrepareMessage { t: 'prepare'; page: string; n: number; game: string; anew: boolean; options?: Record<string, any>; name?: string | null; teach?: boolean | null; bots?: number | null; seats?: string[] | null; spare?: string[] | null; phones: string[] | null }

export interface Prepared {
  n: number;
  by?: string;
  heard?: Record<string, number>;
  game?: string;
  options?: Record<string, any>;
  name?: string | null;
  teach?: boolean | null;
  bots?: number | null;
  seats?: string[] | null;
  spare?: string[] | null;
}

export interface PressMessage { t: 'press'; pod: number; button: 'A' | 'B' | 'OK'; down: boolean }

export interface PrivateMessage { t: 'private'; pod: number; f: string }

export interface Public {
  state: string;
  lang: string;
  game: string;
  gameTitle: string;
  name: string;
  phase: string;
  paused: boolean;
  lesson: string;
  kept: boolean;
  past: boolean;
  canUndo: boolean;
  undo: Undo | null;
  seats: Player[] | null;
  heading: string;
  lines: Line[] | null;
  groups: Group[] | null;
  map: Area[] | null;
  board?: Piece[] | null;
  reveal: Reveal | null;
  log: Entry[] | null;
  ask: Ask | null;
  together?: string;
  question?: string;
  purpose?: string;
  does?: string;
  score: Score | null;
  sheets: Sheet[] | null;
  seconds: number;
  titles: Title[] | null;
  plays: Saved[] | null;
  ended?: number;
  left?: boolean;
  stood?: Stood[] | null;
  people: string[] | null;
  last: string;
  joins?: boolean;
  brought?: Brought | null;
  prepared?: Prepared | null;
  resume: string;
  error: string;
  rule: Rule | null;
  typed: string;
  record: boolean;
  missing: string[] | null;
  hurry?: boolean;
  settings: Settings;
  deal?: Deal | null;
  fair?: Fair | null;
  film?: Film | null;
  hub?: boolean;
  judge?: string;
}

export interface ReadMessage { t: 'read' }

export interface Receipt {
  line: number;
  seat: string;
  what: string;
  digits: string;
  gone?: boolean;
}

export interface RematchMessage { t: 'rematch' }

export interface Result {
  score: Score | null;
  heading?: string;
  lines?: Line[] | null;
  groups?: Group[] | null;
  film: Film | null;
}

export interface Reveal {
  heading: string;
  text: string;
  lines: Line[] | null;
}

export interface RollKnock {
  id: number;
  name: string;
  taken: boolean;
}

export interface Rule {
  number: string;
  text: string;
  lang: string;
}

export interface Saved {
  id: string;
  game: string;
  name: string;
  seats: string[] | null;
  begun: string;
  moves: number;
  text: string;
  warning: string;
}

export interface SayMessage { t: 'say'; text: string; lang: string; in?: Record<string, string> }

export interface Score {
  columns: string[] | null;
  rows: ScoreRow[] | null;
}

export interface ScoreRow {
  seat: string;
  place: string;
  values: number[] | null;
  total: number;
  winner: boolean;
  rounds: number[] | null;
}

export interface Seat {
  seat: string;
  turn: number;
  secret: boolean;
  shown?: boolean;
  awaited: boolean;
  passing: boolean;
  locked: boolean;
  receipt?: string;
  telling: boolean;
  after: boolean;
  coming?: boolean;
  asks: SeatAsk[] | null;
  heading: string;
  lines: Line[] | null;
  groups: Group[] | null;
  undo: string;
  note: string;
  late?: string;
  befell?: string;
  why: string;
  rule: Rule | null;
}

export interface SeatAsk {
  seat: string;
  verb: string;
  prompt: string;
  purpose?: string;
  cover?: string;
  idle?: boolean;
  confirm: boolean;
  timed: boolean;
  optional: boolean;
  final: boolean;
  alike: boolean;
  steps: SeatStep[] | null;
  rows: (number[] | null)[] | null;
  late?: number | null;
  parts: SheetPart[] | null;
}

export interface SeatLangMessage { t: 'seat_lang'; seat: number; lang: string }

export interface SeatMessage { t: 'seat'; name: string; look: Look; sounds: boolean; key: string; host: boolean; waits: string; denied: boolean; knocks: RollKnock[] | null; n: number; fault: string; desk: Seat; table: HostDesk | null; slim: boolean; life: string }

export interface SeatStep {
  question: string;
  values: SeatValue[] | null;
  asked?: Record<number, string>;
}

export interface SeatValue {
  label: string;
  help?: string;
  key?: string;
  absent?: boolean;
}

export interface Settings {
  pace: string;
  clocks: number;
  fastBots: boolean;
}

export interface Sheet {
  seat: string;
  verb: string;
  prompt: string;
  purpose?: string;
  confirm: boolean;
  optional: boolean;
  options: SheetOption[] | null;
  parts: SheetPart[] | null;
  usual?: SheetOption[] | null;
}

export interface SheetDie {
  word: string;
  guess?: string;
  where?: string;
  picture?: string;
}

export interface SheetItem {
  word: string;
  json?: any;
  label: string;
  help?: string;
  count: number;
  value?: number;
  least?: number;
  most?: number;
  front?: boolean;
  laid?: boolean;
}

export interface SheetOption {
  label: string;
  help: string;
  line: any;
}

export interface SheetPart {
  arg: string;
  label: string;
  help?: string;
  kind: string;
  items: SheetItem[] | null;
  keys: SheetItem[] | null;
  min: number;
  max: number;
  read?: SheetRead | null;
}

export interface SheetRead {
  n: number;
  dice: SheetDie[] | null;
}

export interface SitMessage { t: 'sit'; seat: number; pod: number }

export interface SkipMessage { t: 'skip'; name: string }

export interface SkipMessage2 { t: 'skip' }

export interface SoundsMessage { t: 'sounds'; on: boolean }

export interface Stage {
  beat: Beat | null;
  board: Piece[] | null;
}

export interface StandInMessage { t: 'stand_in'; on: boolean; name: string }

export interface StandInMessage2 { t: 'stand_in'; on: boolean }

export interface StartMessage { t: 'start'; game: string; seats: string[] | null; options: any; bots: number; teach: boolean; name?: string }

export interface Stood {
  seat: string;
  total: number;
  ahead?: boolean;
  text?: string;
}

export interface StopMessage { t: 'stop' }

export interface TeachMessage { t: 'teach'; on: boolean }

export interface Then {
  at: number;
  label: string;
  help: string;
  key?: string;
}

export interface Title {
  id: string;
  title: string;
  about: string;
  long: string;
  needs: string;
  min: number;
  max: number;
  teaches: boolean;
  options: Option[] | null;
  seats: string[] | null;
  bots: number;
  name: string;
  tools?: Tool[] | null;
}

export interface ToneMessage { t: 'tone'; hz: number; ms: number }

export interface Tongue {
  tag: string;
  name: string;
  locale: string;
  rtl: boolean;
  zero: string;
  group: string;
  comma: string;
}

export interface Tool {
  word: string;
  label: string;
  help: string;
  options: any;
}

export interface TypeMessage { t: 'type'; line: any }

export interface TypingMessage { t: 'typing' }

export interface Undo {
  text: string;
  needs: string[] | null;
}

export interface UndoCancelMessage { t: 'undo_cancel' }

export interface UndoMessage { t: 'undo' }

export interface UnhurriedMessage { t: 'unhurried'; on: boolean }

export interface VoiceMessage { t: 'voice'; lang: string }

export interface Way {
  label: string;
  help: string;
}

export interface Wifi {
  name: string;
  password: string;
  rows: string[] | null;
}

export type FromHost =
  | BotMessage
  | BringMessage
  | ClocksMessage
  | DealMessage
  | FastBotsMessage
  | GoOnMessage
  | HurryMessage
  | JoinWifiMessage
  | JudgeMessage
  | LeaveMessage
  | NoDealMessage
  | PaceMessage
  | PauseMessage
  | PrepareMessage
  | RematchMessage
  | SkipMessage2
  | StandInMessage2
  | StartMessage
  | StopMessage
  | TeachMessage
  | TypeMessage
  | UndoCancelMessage
  | UndoMessage;

export type FromPanel =
  | AttendMessage
  | BackMessage
  | BotMessage
  | BringMessage
  | ClocksMessage
  | DealMessage
  | DiscardMessage
  | FastBotsMessage
  | ForgetMessage
  | GiveMessage
  | GoOnMessage
  | HostMessage
  | HurryMessage
  | JoinWifiMessage
  | JudgeMessage
  | LangMessage
  | LeaveMessage
  | LetMessage
  | LookMessage
  | NoDealMessage
  | OutMessage
  | PaceMessage
  | PauseMessage
  | PickMessage
  | PrepareMessage
  | PressMessage
  | RematchMessage
  | SeatLangMessage
  | SitMessage
  | SkipMessage
  | StandInMessage
  | StartMessage
  | StopMessage
  | TeachMessage
  | TypeMessage
  | TypingMessage
  | UndoCancelMessage
  | UndoMessage
  | VoiceMessage;

export type FromPhone =
  | AgreeMessage
  | AnswerMessage
  | BackMessage2
  | BeatMessage
  | BotMessage
  | BuzzMessage
  | GiveMessage2
  | HiMessage
  | HostMessage2
  | JoinMessage2
  | JudgeMessage
  | LangMessage
  | LeaveMessage
  | LetMessage
  | LookMessage2
  | ObjectMessage
  | ReadMessage
  | SoundsMessage
  | UnhurriedMessage;

export type ToPanel =
  | AskedMessage
  | BeatMessage
  | CoveredMessage
  | DeskMessage
  | ErrorMessage
  | HelloMessage
  | LightsMessage
  | MainMessage
  | PhonesMessage
  | PiecesMessage
  | PrivateMessage
  | SayMessage
  | ToneMessage;

export type ToPhone =
  | BeatMessage
  | BoardMessage
  | PiecesMessage
  | SayMessage
  | SeatMessage
  | ToneMessage;

export type ToScreen =
  | BeatMessage
  | BoardMessage
  | JoinMessage
  | PiecesMessage
  | SayMessage
  | ToneMessage;
