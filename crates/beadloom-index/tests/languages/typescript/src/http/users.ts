import { Router } from "express";

const router = Router();

interface User {
  name: string;
  post(): void;
}

router
  .route("/:id")
  .get(showUser)
  .delete(removeUser);

function showUser(): void {
  const user = findUser("a");
  user.post();
  anything.save();
  anything.post();
}

function removeUser(): void {}

export function findUser(name: string | null): User {
  return { name: name ?? "", post() {} };
}

export default router;
