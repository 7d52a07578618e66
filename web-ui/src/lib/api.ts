// Calls to the server: plain fetch with types, and errors as one clear sentence.
import { ownKey } from "./owner";
import type {
  AddChannel,
  Analyse,
  AskMine,
  BattleCard,
  BattlePage,
  Catalogue,
  CheckScenario,
  Command,
  Doubted,
  Ending,
  Explained,
  Fairness,
  FirstBattle,
  GiveOrders,
  GiveShare,
  Hinted,
  InLobby,
  Invitation,
  Joined,
  HeldSeat,
  KeptOfYou,
  Learn,
  LessonCard,
  LessonMoment,
  LetterSent,
  LinkCode,
  LuckOfBoth,
  Match,
  MyBattles,
  MadePasskey,
  NewGame,
  OddsSheet,
  OfferSeat,
  OwnBattle,
  OwnBattleCard,
  PasskeyQuestion,
  PlanShown,
  Problem,
  PuzzleMoment,
  Puzzles,
  QuietHours,
  ReachOf,
  Reviewed,
  Rule,
  RuleDiagram,
  Say,
  ScenarioChecked,
  SeatOffered,
  SeatTaken,
  Seated,
  SignedIn,
  SignInQuestion,
  Solve,
  StandingAnswers,
  Terms,
  TestSent,
  TalkAt,
  TakeName,
  Threatened,
  Timeline,
  Vacations,
  View,
  Workshop,
  YourNotices,
  You,
} from "./types";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rules: string[] = [],
    readonly status = 0,
  ) {
    super(message);
  }
}

/** Ask the server for something below /api, with tokens where it needs them. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  tokens: string[] = [],
  signal?: AbortSignal,
): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json", "Hexillum-Key": ownKey() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (tokens.length) headers["Authorization"] = `Bearer ${tokens.join(",")}`;
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    if (signal?.aborted) throw new ApiError("left", "This is no longer asked for.");
    throw new ApiError("offline", "The server does not answer. Is it still running?");
  }
  const text = await answer.text();
  let said: unknown = text;
  try {
    said = JSON.parse(text);
  } catch {
    // a record is plain text
  }
  if (!answer.ok) {
    const problem = said as Partial<Problem>;
    throw new ApiError(
      problem?.code ?? "error",
      problem?.message ?? `The server answered ${answer.status}.`,
      problem?.rules ?? [],
      answer.status,
    );
  }
  return said as T;
}

export const getCatalogue = () => call<Catalogue>("GET", "/catalogue");
export const getBattles = () => call<BattleCard[]>("GET", "/battles");
export const getBattle = (id: string) => call<BattlePage>("GET", `/battles/${encodeURIComponent(id)}`);
export const getLessons = () => call<LessonCard[]>("GET", "/lessons");
export const getDiagrams = () => call<RuleDiagram[]>("GET", "/diagrams");
export const getFirstBattle = () => call<FirstBattle>("GET", "/first-battle");
/** The question of a lesson or, with answers, what came of them. */
export const getLesson = (id: string, wish: Learn) =>
  call<LessonMoment>("POST", `/lessons/${encodeURIComponent(id)}`, wish);
/** Why a line is not possible at a question of a lesson. */
export const whyNotInLesson = (id: string, wish: Learn, line: string) =>
  call<Explained>("POST", `/lessons/${encodeURIComponent(id)}/why`, { ...wish, line });
export const getPuzzles = () => call<Puzzles>("GET", "/puzzles");
/** A puzzle after some answers; once a plan is made, or given up, with the verdict. */
export const solvePuzzle = (id: string, wish: Solve) =>
  call<PuzzleMoment>("POST", `/puzzles/${encodeURIComponent(id)}`, wish);
export const newGame = (wish: NewGame) => call<Seated>("POST", "/games", wish);
export const join = (game: string, invite: string, share: string | null, rated: boolean) =>
  call<Joined>("POST", `/games/${game}/join`, { invite, share, rated });
/** Say whether a battle is to be rated, for the own seats. */
export const putTerms = (game: string, rated: boolean, tokens: string[]) =>
  call<Terms>("PUT", `/games/${encodeURIComponent(game)}/terms`, { rated }, tokens);
/** What an invitation is to; the seat stays free. */
export const getInvitation = (game: string, invite: string) =>
  call<Invitation>("POST", `/games/${encodeURIComponent(game)}/invitation`, { invite });
/** Give the share of the dice that a seat was committed to, or with null let it go. */
export const giveShare = (game: string, what: GiveShare, tokens: string[]) =>
  call<View>("POST", `/games/${game}/share`, what, tokens);
export const getView = (game: string, tokens: string[]) => call<View>("GET", `/games/${game}`, undefined, tokens);
/** How a game stands, without its log. */
export const getStanding = (game: string, tokens: string[]) =>
  call<View>("GET", `/games/${game}?log_from=1000000`, undefined, tokens);
/** The game as it stood when `moment` choices had been made. */
export const getMoment = (game: string, moment: number, tokens: string[]) =>
  call<View>("GET", `/games/${game}/moments/${moment}`, undefined, tokens);
export const getTimeline = (game: string, tokens: string[]) =>
  call<Timeline>("GET", `/games/${game}/timeline`, undefined, tokens);
export const sendCommand = (game: string, command: Command, tokens: string[]) =>
  call<View>("POST", `/games/${game}/commands`, command, tokens);
export const rematch = (game: string, share: string | null, tokens: string[]) =>
  call<Seated>("POST", `/games/${game}/rematch`, { share }, tokens);
/** An analysis board: another line from a moment of a game that is over (or is itself an analysis). */
export const fork = (game: string, moment: number, tokens: string[]) =>
  call<Seated>("POST", `/games/${game}/fork`, { moment }, tokens);
export const getRecord = (game: string, tokens: string[]) =>
  call<string>("GET", `/games/${game}/record`, undefined, tokens);
export const getPosition = (game: string, tokens: string[], moment?: number) =>
  call<string>("GET", `/games/${game}/position${moment === undefined ? "" : `?moment=${moment}`}`, undefined, tokens);

/** Begin an analysis: of a battle, of a record, of a position text, or of pieces placed by hand. */
export const analyse = (from: Analyse) => call<Seated>("POST", "/analysis", from);

/** What one's own seats answer beforehand. */
export const getOrders = (game: string, tokens: string[]) =>
  call<StandingAnswers>("GET", `/games/${game}/standing`, undefined, tokens);
export const giveOrders = (game: string, wish: GiveOrders, tokens: string[]) =>
  call<StandingAnswers>("PUT", `/games/${game}/standing`, wish, tokens);

/** How somebody with a name is told that it is his turn. */
export const getNotices = () => call<YourNotices>("GET", "/you/notices");
export const setQuiet = (wish: QuietHours) => call<YourNotices>("PUT", "/you/notices", wish);
export const addChannel = (wish: AddChannel) => call<YourNotices>("POST", "/you/notices/channels", wish);
export const switchChannel = (id: string, off: boolean) =>
  call<YourNotices>("PUT", `/you/notices/channels/${id}`, { off });
export const dropChannel = (id: string) => call<YourNotices>("DELETE", `/you/notices/channels/${id}`);
export const testChannel = (id: string) => call<TestSent>("POST", `/you/notices/channels/${id}/test`);

/** Why a line of the notation is not possible now, such as "order E6" or "close E6xE5". */
export const why = (game: string, line: string, tokens: string[]) =>
  call<Explained>("POST", `/games/${game}/why`, { line }, tokens);
/** What the consul would do. */
export const getHint = (game: string, tokens: string[]) =>
  call<Hinted>("POST", `/games/${game}/hint`, undefined, tokens);
/** Whether an answer gives much away. */
export const getDoubt = (game: string, numbers: readonly number[], tokens: string[], signal: AbortSignal) =>
  call<Doubted>("POST", `/games/${game}/doubt`, { numbers }, tokens, signal);
/** For each own unit: the enemy units that could attack it next turn. */
export const getThreats = (game: string, tokens: string[]) =>
  call<Threatened[]>("GET", `/games/${game}/threats`, undefined, tokens);

/** What an attack of one piece on another leads to; without hexes the battle that is being fought. */
export const getOdds = (game: string, from: string, to: string, exact: boolean, tokens: string[]) => {
  const asked = new URLSearchParams(from ? { from, to } : {});
  if (exact) asked.set("exact", "true");
  return call<OddsSheet>("GET", `/games/${game}/odds?${asked}`, undefined, tokens);
};

/** What the dice of both sides gave. */
export const getLuck = (game: string) => call<LuckOfBoth>("GET", `/games/${game}/luck`);

/** What is told of a battle that is over. */
export const getEnding = (game: string) => call<Ending>("GET", `/games/${game}/ending`);
/** What a battle can be laid out with, beside the catalogue. */
export const getWorkshop = () => call<Workshop>("GET", "/workshop");
/** A battle of the library as it is laid out. */
export const getPlan = (id: string) => call<ScenarioChecked>("GET", `/battles/${encodeURIComponent(id)}/plan`);
/** Whether a battle, laid out or as the text of a file, is right. */
export const checkScenario = (what: CheckScenario, signal?: AbortSignal) =>
  call<ScenarioChecked>("POST", "/scenarios/check", what, [], signal);
/** Play some more of the battles that tell whether one is fair. */
export const judge = (text: string, play: boolean, signal?: AbortSignal) =>
  call<Fairness>("POST", "/scenarios/fairness", { text, play }, [], signal);
export const getOwnBattles = (key: string) => call<OwnBattleCard[]>("GET", "/scenarios", undefined, [key]);
export const getOwnBattle = (id: string, key: string) =>
  call<OwnBattle>("GET", `/scenarios/${encodeURIComponent(id)}`, undefined, [key]);
export const keepBattle = (text: string, key: string) => call<OwnBattle>("POST", "/scenarios", { text }, [key]);
export const changeBattle = (id: string, text: string, key: string) =>
  call<OwnBattle>("PUT", `/scenarios/${encodeURIComponent(id)}`, { text }, [key]);
export const forgetBattle = (id: string, key: string) =>
  call<OwnBattleCard[]>("DELETE", `/scenarios/${encodeURIComponent(id)}`, undefined, [key]);

/** Let a battle that is over be reviewed. */
export const beginReview = (game: string, tokens: string[]) =>
  call<Reviewed>("POST", `/games/${game}/review`, undefined, tokens);
/** How far the review of a battle is; without its text where there is nothing new since so many beats. */
export const getReview = (game: string, have: number, tokens: string[]) =>
  call<Reviewed>("GET", `/games/${game}/review?have=${have}`, undefined, tokens);
export const stopReview = (game: string, tokens: string[]) =>
  call<Reviewed>("DELETE", `/games/${game}/review`, undefined, tokens);
/** The better plan of a mistake of a review, step by step. */
export const getBetter = (game: string, mistake: number, tokens: string[]) =>
  call<PlanShown>("GET", `/games/${game}/review/plans/${mistake}`, undefined, tokens);

export const getRule = (id: string) => call<Rule>("GET", `/rules/${encodeURIComponent(id)}`);
export const findRules = (words: string) => call<Rule[]>("GET", `/rules?q=${encodeURIComponent(words)}`);

export const getLobby = () => call<InLobby>("GET", "/lobby");
/** Put a seat into the lobby, or both of a match. */
export const offerSeat = (wish: OfferSeat) => call<SeatOffered>("POST", "/lobby", wish);
export const takeSeat = (id: string, share: string | null, rated: boolean) =>
  call<SeatTaken>("POST", `/lobby/${id}/take`, { share, rated });
export const withdrawSeat = (id: string, tokens: string[]) =>
  call<InLobby>("DELETE", `/lobby/${id}`, undefined, tokens);
/** How one's own battles stand, by name and by the seats of this browser. */
export const getMine = (wish: AskMine) => call<MyBattles>("POST", "/mine", wish);
export const getMatch = (id: string, tokens: string[]) =>
  call<Match>("GET", `/matches/${encodeURIComponent(id)}`, undefined, tokens);
export const getVacations = () => call<Vacations>("GET", "/vacations");
export const takeVacation = (days: number) => call<Vacations>("POST", "/vacations", { days });
export const endVacation = (id: string) => call<Vacations>("DELETE", `/vacations/${id}`);

/** What was said at a table, as far as one may hear it. */
export const getTalk = (game: string, tokens: string[]) =>
  call<TalkAt>("GET", `/games/${game}/talk`, undefined, tokens);
export const say = (game: string, wish: Say, tokens: string[]) =>
  call<TalkAt>("POST", `/games/${game}/talk`, wish, tokens);
export const mute = (game: string, wish: boolean, tokens: string[]) =>
  call<TalkAt>("PUT", `/games/${game}/talk/mute`, { mute: wish }, tokens);
export const report = (game: string, seq: number, tokens: string[]) =>
  call<TalkAt>("POST", `/games/${game}/talk/report`, { seq }, tokens);

/** Who one is to the server, by the key of this browser. */
export const getYou = () => call<You>("GET", "/you");
export const takeName = (wish: TakeName) => call<You>("POST", "/you", wish);
export const changeName = (name: string) => call<You>("PUT", "/you", { name });
/** Delete one's name with all that is kept. */
export const deleteName = () => call<You>("DELETE", "/you");
/** Play by one's name at seats that were taken as a guest. */
export const claimSeats = (seats: HeldSeat[]) => call<You>("POST", "/you/seats", { seats });
export const exportYou = () => call<KeptOfYou>("GET", "/you/export");
export const dropDevice = (id: string) => call<You>("DELETE", `/you/devices/${id}`);
export const askForPasskey = () => call<PasskeyQuestion>("POST", "/you/passkeys/question");
export const keepPasskey = (made: MadePasskey) => call<You>("POST", "/you/passkeys", made);
export const dropPasskey = (id: string) => call<You>("DELETE", `/you/passkeys/${id}`);
export const askToSignIn = () => call<SignInQuestion>("POST", "/you/sign-in/question");
export const signIn = (signed: SignedIn) => call<You>("POST", "/you/sign-in", signed);
/** Have a letter sent that notes an address. */
export const noteMail = (mail: string) => call<LetterSent>("PUT", "/you/mail", { mail });
export const forgetMail = () => call<You>("DELETE", "/you/mail");
/** Have a letter sent that brings the name of an address to this browser. */
export const askForLetter = (mail: string) => call<LetterSent>("POST", "/you/letters", { mail });
export const useLink = (link: string, label: string) => call<You>("POST", "/you/links", { link, label });
/** By which addresses a friend reaches this server, where it is that of this machine. */
export const getReach = () => call<ReachOf>("GET", "/reach");
/** A link as a code that a phone reads. */
export const getCode = (link: string) => call<LinkCode>("POST", "/codes", { link });
