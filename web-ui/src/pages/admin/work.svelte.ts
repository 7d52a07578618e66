// One thing at a time that a part of the page asks of the server: that it goes on, what came of it, what went wrong.
import { fault, type Fault } from "../common";

export class Work {
  wrong = $state.raw<Fault | null>(null);
  told = $state("");
  busy = $state(false);

  readonly doing = async (what: () => Promise<void>): Promise<void> => {
    this.wrong = null;
    this.busy = true;
    try {
      await what();
    } catch (error) {
      this.wrong = fault(error);
    } finally {
      this.busy = false;
    }
  };
}
