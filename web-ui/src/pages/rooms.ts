// The pages that others may link to as soon as they are there.
export const ROOMS: { learn: boolean; editor: boolean } = { learn: false, editor: false };
