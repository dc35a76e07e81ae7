"""Trains the networks of the reader of package consigliere/drivers/tray on a GPU, with PyTorch. README.md says how.

All pictures lie in the memory of the GPU, which cuts examples out of them, spoils them and learns from them without
asking this program. Several networks learn side by side, each from what its fold does not hold back.
"""

import argparse
import base64
import glob
import json
import math
import multiprocessing
import os
import sys
import threading
import time
import traceback
import zlib
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageDraw, ImageFilter, ImageFont

PATCH, AROUND, FLAT_PATCH, FLAT_AROUND = 32, 1.5, 48, 2.25
NONE, COLOURS, SHIFT = 7, 8, 18  # outputs of the face classifier
GOOD, BAD, HAND, BODY, DX = 0, 1, 2, 3, 4  # outputs of the detector
FLAT, LEANING, BELOW, ABOVE = range(4)
CROP_W, CROP_H = 128, 96  # what the detector learns from, in its pixels
SIDE = 640  # of the pictures in memory, which may be less high
DICE = 32  # at most in a picture
NAMES = ["black", "white", "grey", "red", "ivory", "blue", "green", "yellow", "orange", "purple"]

# What is known of a die, by column.
X, Y, SIZE, ANGLE, FACE, COLOUR, READABLE, CUT, TILTED, OVER, HIDES, UNKNOWN, BX, BY, BW, VALID, REACH = range(17)
# Columns of the rows that examples of faces and of flatness are chosen from.
R_IMG, R_X, R_Y, R_SIZE, R_ANGLE, R_FACE, R_COLOUR, R_MODE, R_PHOTO, R_SMALL = range(10)
READ, ANYHOW, NOTHING, MAYBE = range(4)  # modes: as it is; at any place near; no die; as READ or ANYHOW


class Store:
    """The pictures, with what is known of them."""

    def __init__(self, room, device):
        self.device = device
        self.light = torch.zeros(room, SIDE, SIDE, dtype=torch.uint8, device=device)
        self.half = torch.zeros(room, 3, SIDE // 2, SIDE // 2, dtype=torch.uint8, device=device)  # light, blue, red
        self.about = torch.zeros(room, 7, device=device)  # height, gain, photo, has a grid, has a hand, dice, spots
        self.spots = torch.zeros(room, 16, 2, device=device)
        self.dice = torch.zeros(room, DICE, 17, device=device)
        self.grid = torch.zeros(room, 2, 30, 40, dtype=torch.uint8, device=device)  # hand, body
        self.n = 0

    def add(self, p):
        n = self.n
        h = p["light"].shape[0]
        light = torch.from_numpy(p["light"]).to(self.device)
        self.light[n, :h] = light
        half = F.avg_pool2d(light[None, None].float(), 2)[0, 0] + 0.5
        self.half[n, 0, : h // 2] = half.to(torch.uint8)
        self.half[n, 1:, : h // 2] = torch.from_numpy(p["tints"]).to(self.device)
        mean = p["light"].mean()
        if p["photo"]:  # the frame of a square picture has grey at its sides
            mean = 0.75 * mean + 0.25 * 128
        gain = min(max(110 / max(mean, 1), 0.7), 4)
        self.about[n] = torch.tensor([h, gain, p["photo"], p["grid"] is not None, p["hand"], len(p["dice"]), len(p["spots"])], dtype=torch.float32)
        if len(p["dice"]):
            self.dice[n, : len(p["dice"])] = torch.from_numpy(p["dice"])
        if len(p["spots"]):
            self.spots[n, : len(p["spots"])] = torch.from_numpy(p["spots"])
        if p["grid"] is not None:
            self.grid[n] = torch.from_numpy(p["grid"]).to(self.device)
        self.n = n + 1
        return n


class Table:
    """Rows to choose from, each with a weight. Its room is fixed, so that what has been recorded finds it again."""

    def __init__(self, room, columns, device):
        self.rows, self.upto = torch.zeros(room, columns, device=device), torch.full((room,), 2.0, device=device)

    def fill(self, rows, weights):
        rows = np.concatenate(rows).astype(np.float32)
        w = np.concatenate(weights).astype(np.float64)
        n = min(len(rows), len(self.rows) - 1)
        self.rows[:n] = torch.from_numpy(rows[:n])
        upto = np.full(len(self.upto), 2.0)
        upto[:n] = np.cumsum(w[:n]) / w[:n].sum()
        upto[n - 1] = 1.5
        self.upto.copy_(torch.from_numpy(upto.astype(np.float32)))


class Dice:
    """A source of random numbers."""

    def __init__(self, device, seed):
        self.device = device
        self.generator = torch.Generator(device=device)
        self.generator.manual_seed(seed)

    def rand(self, *shape):
        return torch.rand(*shape, device=self.device, generator=self.generator)

    def randn(self, *shape):
        return torch.randn(*shape, device=self.device, generator=self.generator)

    def choose(self, table, n):
        at = torch.searchsorted(table.upto, self.rand(n))
        return table.rows[at]


# Pictures and what they hold.


def decode(name):
    """Returns light and tints of a picture, tints at half size."""
    m = Image.open(name)
    m.draft("YCbCr", None)
    if m.mode != "YCbCr":
        m = m.convert("YCbCr")
    a = np.asarray(m)
    h = a.shape[0] // 2 * 2
    a = a[:h]
    tints = a[:, :, 1:].astype(np.uint16)
    tints = (tints[0::2, 0::2] + tints[1::2, 0::2] + tints[0::2, 1::2] + tints[1::2, 1::2] + 2) // 4
    return np.ascontiguousarray(a[:, :, 0]), np.ascontiguousarray(tints.transpose(2, 0, 1).astype(np.uint8))


def judge(dice):
    """Completes the columns that follow from how dice lie to each other, and returns how each stands, -1 if that is not clear."""
    standing = np.full(len(dice), -1)
    for i, d in enumerate(dice):
        near = [math.hypot(d["X"] - o["X"], d["Y"] - o["Y"]) / max(d["Size"], 1) for o in dice]
        under = [j for j, o in enumerate(dice) if j != i and o["Under"]]
        d["unknown"] = (d["Covered"] and not d["Cocked"]) if not d["Under"] else any(near[j] < 0.3 for j in range(len(dice)) if j != i)
        d["hides"] = any(near[j] < 0.3 for j in under)
        if d["Cut"]:
            continue
        if d["Cocked"] or d["Moving"]:
            standing[i] = LEANING
        elif d["Under"]:
            standing[i] = -1 if d["unknown"] else BELOW
        elif d["Covered"]:
            pass
        elif d["Over"]:
            standing[i] = -1 if any(near[j] < 0.12 for j in under) else ABOVE
        else:
            standing[i] = FLAT
    return standing


def columns(dice):
    rows = np.zeros((len(dice), 17), np.float32)
    for r, d in zip(rows, dice):
        readable = not (d["Cocked"] or d["Under"] or d["Moving"] or d["Covered"])
        face = d["face"] - 1 if d["face"] > 0 else NONE
        reach = {0: 0.12, 6: 0.42}.get(face, 0.36)
        r[:] = (
            d["X"], d["Y"], d["Size"], math.radians(d["Angle"]), face, NAMES.index(d["colour"]) if d["colour"] in NAMES else -1,
            readable, d["Cut"], d["Cocked"] or d["Moving"], d["Over"], d["hides"], d["unknown"],
            d.get("bx", d["X"]), d.get("by", d["Y"]), d.get("bw", 0), 1, reach,
        )
    return rows


def backgrounds(light, dice, n, rng):
    """Returns places where no die is, more often than not those where something can be seen."""
    h = light.shape[0]
    m = n * 10
    p = np.stack([rng.random(m) * SIDE, rng.random(m) * h, 15 + 52 * rng.random(m), rng.random(m) * 2 * np.pi], 1)
    steps = (np.arange(5) - 2) * 0.3
    xs = np.clip(p[:, 0, None, None] + steps[None, None, :] * p[:, 2, None, None], 0, SIDE - 1).astype(int)
    ys = np.clip(p[:, 1, None, None] + steps[None, :, None] * p[:, 2, None, None], 0, h - 1).astype(int)
    v = light[ys, xs].reshape(m, -1)
    contrast = v.max(1).astype(float) - v.min(1) + 1
    free = np.ones(m, bool)
    for d in dice:
        far = np.hypot(p[:, 0] - d["X"], p[:, 1] - d["Y"])
        contrast[far < 0.5 * (d["Size"] + p[:, 2])] = 0
        free &= far >= 0.45 * d["Size"]
    chosen = []
    for k in range(n):
        some = slice(10 * k, 10 * k + (10 if rng.random() < 0.5 else 1))
        i = some.start + int(np.argmax(contrast[some]))
        if free[i]:
            chosen.append(p[i])
    return np.array(chosen).reshape(-1, 4)


def spots(light, dice, n=16):
    """Returns where things are that are about as large as dice, and aren't."""
    m = Image.fromarray(light).resize((light.shape[1] // 4, light.shape[0] // 4), Image.BOX)
    near, far = (np.asarray(m.filter(ImageFilter.GaussianBlur(k)), np.float32) for k in (2, 6))
    found, ys, xs = np.abs(near - far), *np.mgrid[: near.shape[0], : near.shape[1]]
    for d in dice:
        found[np.hypot(4 * xs + 2 - d["X"], 4 * ys + 2 - d["Y"]) < max(0.95 * d["Size"], 10)] = 0
    places = []
    while len(places) < n:
        y, x = np.unravel_index(np.argmax(found), found.shape)
        if found[y, x] < 2:
            break
        places.append((4 * x + 2, 4 * y + 2))
        found[np.hypot(xs - x, ys - y) < 5] = 0
    return np.array(places, np.float32).reshape(-1, 2)


def picture(light, tints, dice, grid=None, hand=False, blind=False, photo=False, places=8, seed=0, name=""):
    standing = judge(dice)
    rng = np.random.default_rng(seed)
    things = spots(light, dice)
    around = np.repeat(things, 8 if photo else 2 if len(dice) < 3 else 1, 0)
    around = np.concatenate([around, 15 * np.exp(rng.random((len(around), 1)) * 1.2), np.zeros((len(around), 1))], 1)
    return {
        "light": light, "tints": tints, "dice": columns(dice[:DICE]), "raw": dice[:DICE], "standing": standing[:DICE], "grid": grid, "hand": hand,
        "blind": blind, "photo": photo, "name": name, "spots": things, "places": np.concatenate([backgrounds(light, dice, places, rng), around]),
    }


PLAIN = {"Cocked": False, "Under": False, "Over": False, "Moving": False, "Cut": False, "Covered": False}


def drawn(name):
    """Reads a picture of dicetrain render."""
    with open(name) as f:
        t = json.load(f)
    light, tints = decode(name[:-5] + ".jpg")
    grid = np.stack([np.frombuffer(base64.b64decode(t[k]), np.uint8).reshape(30, 40) > 127 for k in ("hand", "body")]).astype(np.uint8)
    return picture(light, tints, t["dice"] or [], grid, t["hand_in"], places=6, seed=zlib.crc32(os.path.basename(name).encode()), name=name)


def photographs(folder, poses):
    """Reads photographs with the poses that dicetrain poses has found."""
    for line in open(poses):
        t = json.loads(line)
        light, tints = decode(os.path.join(folder, t["file"]))
        dice = []
        for d in t["dice"]:
            x = dict(PLAIN, face=d["face"], colour="", X=d["x"], Y=d["y"], Size=0.68 * d["w"], Angle=0, bx=d["x"], by=d["y"], bw=d["w"], Covered=True)
            if d.get("pose") and d["face"] > 0:
                q = d["pose"]
                x.update(X=q["X"], Y=q["Y"], Size=q["Size"], Angle=math.degrees(q["Angle"]), Covered=False)
            dice.append(x)
        yield picture(light, tints, dice, photo=True, places=250, seed=len(dice), name=t["file"])


def made(folder):
    """Reads pictures that were made elsewhere."""
    for line in open(os.path.join(folder, "truth.jsonl")):
        t = json.loads(line)
        light, tints = decode(os.path.join(folder, t["file"]))
        dice, blind = [], t.get("why") == "hand"
        for d in t["dice"]:
            if "x" not in d:
                blind = True  # nobody knows where it lies
                continue
            face = 7 if isinstance(d["face"], str) else d["face"] or 0
            dice.append(dict(
                PLAIN, face=face, colour=d["colour"], X=d["x"], Y=d["y"], Size=d["size"], Angle=d["angle"] or 0,
                Cocked=d.get("cocked", False), Under=d.get("under", False), Moving=d.get("moving", False), Cut=face == 0 and d.get("edge", False),
            ))
        for d in dice:
            d["Over"] = not d["Under"] and any(o["Under"] and math.hypot(o["X"] - d["X"], o["Y"] - d["Y"]) < 0.95 * d["Size"] for o in dice)
        yield picture(light, tints, dice, hand=blind, blind=blind, places=60, seed=len(dice) + 7, name=t["file"])


# What examples are chosen from.


def face_rows(img, p, kind):
    """Returns rows for the face classifier with their weights: dice, dice in trouble, and places without any."""
    fine, trouble = [], []
    for d, raw in zip(p["dice"], p["raw"]):
        if raw["Covered"] and not raw["Under"] or p["blind"]:
            continue
        face = d[FACE]
        row = [img, d[X], d[Y], d[SIZE], d[ANGLE], face, d[COLOUR], READ, kind == "photo", 0]
        if d[READABLE] and not d[CUT]:
            if face != NONE:
                fine.append(row)
            continue
        if raw["Moving"] or raw["Cocked"] and not raw["Cut"] and not raw["Covered"]:
            row[R_MODE] = ANYHOW
        else:
            row[R_MODE] = MAYBE
        row[R_FACE], row[R_COLOUR], row[R_SMALL] = NONE, -1, d[TILTED]
        trouble.append(row)
    none = [[img, x, y, s, a, NONE, -1, NOTHING, kind == "photo", 0] for x, y, s, a in p["places"]] if not p["blind"] else []
    return [np.array(k, np.float32).reshape(-1, 10) for k in (fine, trouble, none)]


def flat_rows(img, p, kind):
    """Returns rows for the flatness classifier, by how dice stand."""
    rows = [[], [], [], []]
    if p["hand"] or p["blind"]:
        return rows
    for d, raw, k in zip(p["dice"], p["raw"], p["standing"]):
        if k >= 0 and not (kind == "made" and k != FLAT):
            rows[k].append([img, d[X], d[Y], d[SIZE], d[ANGLE], k, 0, READ, kind == "photo", 0])
    return rows


class Material:
    """All that is known, and what of it a fold may learn from."""

    def __init__(self, store, folds):
        self.store, self.folds = store, folds
        self.parts = []  # image, kind, name, rows of faces and of flatness, weight as a picture for the detector
        self.lock = threading.Lock()

    def add(self, p, kind):
        with self.lock:
            img = self.store.add(p)
            trouble = any(not r["Covered"] and (r["Cocked"] or r["Under"] or r["Moving"] or r["Cut"]) for r in p["raw"]) or p["hand"]
            self.parts.append((img, kind, os.path.basename(p["name"]), face_rows(img, p, kind), flat_rows(img, p, kind), 0 if p["blind"] else (0.67 if trouble else 1.0)))

    def held(self, fold, name):
        return name in self.folds[fold]

    def fill(self, what, fold, table):
        rows, weights = {}, {}

        def add(key, share, some):
            some = np.array(some, np.float32)
            if len(some):
                rows.setdefault((key, share), []).append(some)

        with self.lock:
            parts = [p for p in self.parts if p[1] == "drawn" or not self.held(fold, p[2])]
        for img, kind, name, faces, flat, weight in parts:
            if what == "faces":
                for key, share, some in zip(("fine", "trouble", "none"), {"photo": (0.34, 0.01, 0.10), "made": (0.10, 0.02, 0.02), "drawn": (0.27, 0.06, 0.09)}[kind], faces):
                    add(kind + key, share, some)
            elif what == "flatness":
                for k in range(4):
                    add(kind + str(k), {"photo": 0.28, "made": 0.07, "drawn": (0.29, 0.20, 0.05, 0.13)[k]}[kind], flat[k])
            elif weight:
                for _ in range(3 if weight == 1 else 2):
                    add(kind, {"photo": 0.36, "made": 0.10, "drawn": 0.54}[kind], [[img]])
        everything, shares = [], []
        for (key, share), some in rows.items():
            some = np.concatenate(some)
            everything.append(some)
            shares.append(np.full(len(some), share / len(some)))
        table.fill(everything, shares)
        return {key: sum(map(len, some)) for (key, _), some in rows.items()}


# What the networks see.


def sample(plane, first, x, y, h, w):
    """Looks up places in planes of bytes, beside which everything is grey. first is where a plane begins, h its height."""
    x, y = x - 0.5, y - 0.5
    inside = (x >= -0.5) & (y >= -0.5) & (x <= w - 0.5) & (y <= h - 0.5)
    x = x.clamp(min=0).minimum(torch.full_like(x, w - 1.001))
    y = y.clamp(min=0).minimum(h - 1.001)
    ix, iy = x.long(), y.long()
    u, v = x - ix, y - iy
    at = first + iy * w + ix
    flat = plane.view(-1)
    a, b, c, d = flat[at].float(), flat[at + 1].float(), flat[at + w].float(), flat[at + w + 1].float()
    out = (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v
    return torch.where(inside, out, torch.full_like(out, 128.0))


def view(store, img, x, y, fine):
    """What lies at places of pictures, in the units of the networks: light and two tints. fine says of each picture whether light is
    seen at full size."""
    img = img.long()
    about = store.about[img]
    h, gain = about[:, 0].view(-1, 1, 1), about[:, 1].view(-1, 1, 1)
    i = img.view(-1, 1, 1)
    w2 = SIDE // 2
    full = sample(store.light, i * SIDE * SIDE, x, y, h, SIDE)
    half = [sample(store.half, (i * 3 + k) * w2 * w2, x / 2, y / 2, h / 2, w2) for k in range(3)]
    light = torch.where(fine.view(-1, 1, 1), full, half[0])
    return torch.stack([light * gain / 60 - 110.0 / 60, (half[1] - 128) * gain / 30, (half[2] - 128) * gain / 30], 1)


def squares(store, img, x, y, size, angle, warp, side, around, photo, coarse):
    """Squares around faces, upright."""
    steps = (torch.arange(side, device=x.device) + 0.5 - side / 2) / side * around
    a, b = steps.view(1, 1, -1), steps.view(1, -1, 1)
    one = lambda t: t.view(-1, 1, 1)
    u = (a * one(warp[:, 0]) + b * one(warp[:, 2])) * one(size)
    v = (a * one(warp[:, 1]) + b * one(warp[:, 3])) * one(size)
    sin, cos = one(torch.sin(angle)), one(torch.cos(angle))
    pitch = size * around / side
    fine = (pitch < either(photo > 0, 2.0, 1.5)) & ~coarse
    return view(store, img, one(x) + u * cos - v * sin, one(y) + u * sin + v * cos, fine)


def either(of, a, b):
    """Returns one number or another. What is recorded can't take numbers from this program's memory, as torch.where would."""
    return of.float() * (a - b) + b


def straight(n, device):
    warp = torch.zeros(n, 4, device=device)
    warp[:, ::3] += 1
    return warp


def bent(n, r):
    long, skew = torch.exp(r.randn(n) * 0.06), r.randn(n) * 0.06
    warp = torch.stack([long, skew, skew, 1 / long], 1)
    return torch.where(r.rand(n, 1) < 0.5, straight(n, warp.device), warp)


def some(p, n, r):
    """Says of each of n examples whether something of a probability happens to it."""
    return (r.rand(n) < p).view(-1, 1, 1, 1)


def mirror(x, of):
    return torch.where(of, x.flip(3), x)


def remix(x, of, r):
    """Gives pictures other colours: a turn in the space of light and tints."""
    q = F.normalize(r.randn(len(x), 4), dim=1)
    a, b, c, d = q.unbind(1)
    turn = torch.stack([
        a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),
        2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b),
        2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d,
    ], 1).view(-1, 3, 3)
    mean = x.mean((2, 3), keepdim=True)
    turned = torch.einsum("nij,njhw->nihw", turn, x - mean) + mean
    return torch.where(of, turned, x)


def dye(x, of, r):
    angle = r.rand(len(x), 1, 1) * 2 * math.pi
    s, c = torch.sin(angle), torch.cos(angle)
    out = torch.stack([x[:, 0], x[:, 1] * c - x[:, 2] * s, x[:, 1] * s + x[:, 2] * c], 1)
    return torch.where(of, out, x)


def glint(x, of, r):
    """Lays a bright arc over pictures: what a rounded edge mirrors of a lamp."""
    n, s = len(x), x.shape[2]
    one = lambda t: t.view(-1, 1, 1)
    radius = s * torch.exp(math.log(0.03) + r.rand(n) * math.log(40))
    start, wide = r.rand(n) * 2 * math.pi, (0.3 + 1.2 * r.rand(n)) * s / 2
    cx = s / 2 + r.randn(n) * 0.22 * s - radius * torch.cos(start)
    cy = s / 2 + r.randn(n) * 0.22 * s - radius * torch.sin(start)
    thick = s / 32 * (0.5 + 1.6 * r.rand(n))
    bright, strong = 1.2 + 1.6 * r.rand(n), (0.4 + 0.6 * r.rand(n)) * either(r.rand(n) < 1 / 3, 0.5, 1.0)
    steps = torch.arange(s, device=x.device).float()
    dx, dy = steps.view(1, 1, -1) - one(cx), steps.view(1, -1, 1) - one(cy)
    off = (torch.sqrt(dx * dx + dy * dy + 1e-6) - one(radius)) / one(thick)
    turn = torch.atan2(dy, dx) - one(start)
    turn = (torch.remainder(turn + math.pi, 2 * math.pi) - math.pi) * one(radius) / one(wide)
    a = one(strong) * torch.exp(-(off * off).clamp(max=30) - (turn**4).clamp(max=30))
    a = (a * of.view(-1, 1, 1)).unsqueeze(1)
    to = torch.cat([torch.maximum(one(bright).expand_as(x[:, 0]).unsqueeze(1), x[:, :1]), torch.zeros_like(x[:, 1:])], 1)
    return x + (to - x) * a


def blur(x, of, r):
    for dim in (3, 2):
        by = r.rand(len(x), 1, 1, 1) * 0.3
        n = x.shape[dim]
        before = torch.cat([x.narrow(dim, 0, 1), x.narrow(dim, 0, n - 1)], dim)
        after = torch.cat([x.narrow(dim, 1, n - 1), x.narrow(dim, n - 1, 1)], dim)
        x = torch.where(of, x * (1 - 2 * by) + (before + after) * by, x)
    return x


def coarsen(x, of):
    """Shows pictures as a camera with half as many pixels sees them."""
    low = F.avg_pool2d(x, 2)
    return torch.where(of, F.interpolate(low, scale_factor=2, mode="bilinear", align_corners=False), x)


def spoil(x, r):
    """Makes pictures worse, as photographs are."""
    n = len(x)
    mean = x.mean((2, 3), keepdim=True)
    by = 0.25 + 0.75 * r.rand(n, 1, 1, 1)
    x = torch.where(some(0.25, n, r), mean + (x - mean) * by, x)
    arc = some(0.4, n, r)
    x = glint(x, arc, r)
    x = glint(x, arc & some(0.5, n, r), r)
    x = coarsen(x, some(0.12, n, r))
    x = blur(x, some(0.33, n, r), r)
    # Light that falls from one side, and a camera with more or less contrast.
    steps = torch.linspace(-0.5, 0.5, x.shape[2], device=x.device)
    ramp = steps.view(1, 1, -1) * r.randn(n, 1, 1) * 0.5 + steps.view(1, -1, 1) * r.randn(n, 1, 1) * 0.5
    light = torch.where(some(0.3, n, r)[:, 0], x[:, 0] + ramp, x[:, 0])
    # Tints are coarse in most cameras, and more so in a JPEG.
    tints = coarsen(coarsen(x[:, 1:], some(0.3, n, r)), some(0.15, n, r))
    return torch.cat([light.unsqueeze(1), tints], 1)


def jitter(x, r):
    n = len(x)
    g = lambda by: torch.exp(r.randn(n, 1, 1, 1) * by)
    noise = (r.rand(*x[:, :1].shape) - 0.5) * 2 * (r.randn(n, 1, 1, 1) * 0.05).clamp(min=0)
    light = x[:, :1] * g(0.14) + r.randn(n, 1, 1, 1) * 0.12 + noise
    tints = x[:, 1:] * g(0.14) + r.randn(n, 2, 1, 1) * 0.12
    return torch.cat([light, tints], 1)


GLYPHS, GLYPH_SIDE = 192, 48


def draw_glyphs(seed):
    """Returns marks that faces of dice may have in place of pips: letters, and shapes of bars, discs, rings and polygons."""
    rng = np.random.default_rng(seed)
    try:
        font = ImageFont.load_default(size=150)
    except TypeError:
        font = None
    big, glyphs = 4 * GLYPH_SIDE, []
    letters = list("ABCDEFGHJKLMNPQRSTUVWXYZ12345789&?$%")
    while len(glyphs) < GLYPHS:
        m = Image.new("L", (big, big))
        d = ImageDraw.Draw(m)
        mid = big / 2
        if font and letters and len(glyphs) % 5 == 0:
            d.text((mid, mid), letters.pop(), fill=255, font=font, anchor="mm")
        else:
            for k in range(rng.integers(1, 5)):
                ink = 0 if k and rng.random() < 0.35 else 255
                x, y = mid + rng.normal(0, 0.14, 2) * big if k else (mid, mid)
                size = rng.uniform(0.1, 0.4) * big
                wide = int(rng.uniform(0.05, 0.14) * big)
                a = rng.uniform(0, 2 * np.pi)
                match int(rng.integers(0, 6)):
                    case 0 | 1:
                        dx, dy = size * np.cos(a), size * np.sin(a)
                        d.line((x - dx, y - dy, x + dx, y + dy), fill=ink, width=wide)
                    case 2:
                        d.ellipse((x - size / 2, y - size / 2, x + size / 2, y + size / 2), fill=ink)
                    case 3:
                        d.ellipse((x - size, y - size, x + size, y + size), outline=ink, width=wide)
                    case 4:
                        d.regular_polygon((x, y, size), int(rng.integers(3, 7)), rotation=float(np.degrees(a)), fill=ink)
                    case 5:
                        d.arc((x - size, y - size, x + size, y + size), float(np.degrees(a)), float(np.degrees(a) + rng.uniform(90, 300)), fill=ink, width=wide)
        mask = np.asarray(m.resize((GLYPH_SIDE, GLYPH_SIDE), Image.BOX), np.float32) / 255
        if 0.04 < mask.mean() < 0.45:
            glyphs.append(mask)
    return torch.from_numpy(np.stack(glyphs))[:, None]


def axes(x, shift):
    """Where the pixels of squares lie on faces whose places are told by shift, in sides from their middle."""
    one = lambda t: t.view(-1, 1, 1)
    steps = (torch.arange(PATCH, device=x.device) + 0.5 - PATCH / 2) / PATCH * AROUND
    a, b = steps.view(1, 1, -1) - one(shift[:, 0]), steps.view(1, -1, 1) - one(shift[:, 1])
    angle, side = shift[:, 3] * math.pi / 4, torch.exp(shift[:, 2])
    sin, cos = one(torch.sin(angle)), one(torch.cos(angle))
    return (a * cos + b * sin) / one(side), (b * cos - a * sin) / one(side)


def paint(x, u, v, glyphs, r):
    """Puts other marks on faces. Returns which, too."""
    n = len(x)
    which = torch.floor(r.rand(n) * len(glyphs)).long().clamp(max=len(glyphs) - 1)
    one = lambda t: t.view(-1, 1, 1)
    face = ((0.42 - torch.maximum(u.abs(), v.abs())) * 20 + 0.5).clamp(0, 1).unsqueeze(1)
    mid = x[:, :, PATCH // 2 - 8 : PATCH // 2 + 8, PATCH // 2 - 8 : PATCH // 2 + 8].flatten(2)
    tone = mid.median(2)[0].view(n, 3, 1, 1)
    pip = ((x[:, :1] - tone[:, :1]).abs() + 0.7 * (x[:, 1:] - tone[:, 1:]).abs().sum(1, keepdim=True) - 0.3).mul(5).clamp(0, 1)
    bare = x + (tone - x) * pip * face
    turn = torch.floor(r.rand(n) * 4) * (math.pi / 2) + r.randn(n) * 0.05
    scale = 2.1 * torch.exp(r.randn(n) * 0.08)
    sin, cos = one(torch.sin(turn) * scale), one(torch.cos(turn) * scale)
    place = torch.stack([u * cos - v * sin + one(r.randn(n) * 0.05), u * sin + v * cos + one(r.randn(n) * 0.05)], 3)
    mask = F.grid_sample(glyphs[which], place, align_corners=False) * (0.6 + 0.4 * r.rand(n, 1, 1, 1))
    sign = either(tone[:, :1] + 0.7 * r.randn(n, 1, 1, 1) > 0, -1.0, 1.0)
    ink = torch.cat([(tone[:, :1] + sign * (0.7 + 2.2 * r.rand(n, 1, 1, 1))).clamp(-1.8, 2.6), tone[:, 1:] * r.rand(n, 1, 1, 1) + r.randn(n, 2, 1, 1) * 0.4], 1)
    return bare + (ink - bare) * mask * face, which


def face_examples(store, table, n, r, glyphs=None, plain=False):
    """Returns what the face classifier sees, and what is true of that: face, colour, and how far beside it is."""
    row = r.choose(table, n)
    x, y, size, angle = row[:, R_X], row[:, R_Y], row[:, R_SIZE], row[:, R_ANGLE]
    face, colour, mode, photo = row[:, R_FACE].long(), row[:, R_COLOUR].long(), row[:, R_MODE].long(), row[:, R_PHOTO]
    if plain:
        warp = straight(n, x.device)
        never = torch.zeros(n, dtype=torch.bool, device=x.device)
        return squares(store, row[:, R_IMG], x, y, size, angle, warp, PATCH, AROUND, photo, never), face
    # A pose somewhat beside the truth: to be read, and to be mended.
    rough = 0.5 + r.rand(n)
    u, v, grow, turn = (r.randn(n) * by * rough for by in (0.08, 0.08, 0.08, 0.12))
    turn = torch.where(r.rand(n) < 1 / 3, (r.rand(n) - 0.5) * 1.2, turn)
    a, far = r.rand(n) * 2 * math.pi, 0.45 + 0.6 * r.rand(n)
    away = (r.rand(n) < 1 / 8) & ((mode == READ) | (mode == MAYBE))
    u, v = torch.where(away, far * torch.cos(a), u), torch.where(away, far * torch.sin(a), v)
    face = torch.where(away, torch.full_like(face, NONE), face)
    colour = torch.where(away, torch.full_like(colour, -1), colour)
    shift = torch.stack([-u, -v, -grow, -turn / (math.pi / 4)], 1)
    quarters = torch.floor(r.rand(n) * 4) * (math.pi / 2)
    angle1, size1 = angle + quarters + turn, size * torch.exp(grow)
    sin, cos = torch.sin(angle1), torch.cos(angle1)
    x1, y1 = x + (u * cos - v * sin) * size1, y + (u * sin + v * cos) * size1
    # Anything that the detector may take for a face, such as another one of a die that leans.
    anyhow = (mode == ANYHOW) | (mode == MAYBE) & (r.rand(n) < 1 / 3)
    far = either((row[:, R_SMALL] > 0) & (r.rand(n) < 0.5), 0.4, 0.15) * size
    x1, y1 = torch.where(anyhow, x + r.randn(n) * far, x1), torch.where(anyhow, y + r.randn(n) * far, y1)
    size1 = torch.where(anyhow, size * torch.exp(r.randn(n) * 0.15), size1)
    angle1 = torch.where(anyhow, r.rand(n) * 2 * math.pi, angle1)
    # And no die at all.
    none = mode == NOTHING
    x1, y1 = torch.where(none, x + r.randn(n) * 0.2 * size, x1), torch.where(none, y + r.randn(n) * 0.2 * size, y1)
    size1 = torch.where(none, size * torch.exp(r.randn(n) * 0.2), size1)
    angle1 = torch.where(none, r.rand(n) * 2 * math.pi, angle1)

    coarse = (r.rand(n) < either(photo > 0, 0.1, 0.35)) & (size > 30)
    img = squares(store, row[:, R_IMG], x1, y1, size1, angle1, bent(n, r), PATCH, AROUND, photo, coarse)
    flip = some(0.5, n, r)
    img = mirror(img, flip)
    sign = either(flip.view(-1, 1), -1.0, 1.0)
    shift = torch.cat([shift[:, :1] * sign, shift[:, 1:3], shift[:, 3:] * sign], 1)
    # The last of the faces get other marks.
    m = n - n // 4
    isface = (face != NONE) & ~none & ~anyhow
    marked = isface[m:]
    u, v = axes(img, shift)
    painted, which = paint(img[m:], u[m:], v[m:], glyphs, r)
    img = torch.cat([img[:m], torch.where(marked.view(-1, 1, 1, 1), painted, img[m:])])
    glyph = torch.cat([torch.full_like(face[:m], -1), torch.where(marked, which, torch.full_like(which, -1))])
    # Some lie where another one does.
    beside = ((torch.maximum(u.abs(), v.abs()) - 0.6) * 20).clamp(0, 1).unsqueeze(1) * (isface.view(-1, 1, 1, 1) & some(0.2, n, r))
    img = img + (img.roll(1, 0) - img) * beside
    other = some(0.25, n, r) | (photo.view(-1, 1, 1, 1) > 0) & some(0.3, n, r)
    img = remix(img, other, r)
    colour = torch.where(other.view(-1), torch.full_like(colour, -1), colour)
    return jitter(spoil(img, r), r), face, colour, shift, glyph


def face_loss(out, face, colour, shift, glyph):
    out = out.flatten(1)
    marked = glyph >= 0
    loss = F.cross_entropy(out[:, :COLOURS], face, reduction="none") * ~marked
    loss = loss + 0.4 * F.cross_entropy(out[:, SHIFT + 4 :], glyph.clamp(min=0), reduction="none") * marked
    hue = F.cross_entropy(out[:, COLOURS:SHIFT], colour.clamp(min=0), reduction="none")
    loss = loss + 0.5 * hue * (colour >= 0)
    return (loss + 10 * ((out[:, SHIFT : SHIFT + 4] - shift) ** 2).sum(1) * (face != NONE)).mean()


def flat_examples(store, table, n, r):
    """Returns what the flatness classifier sees, and how the die stands."""
    m = n // 2
    row = r.choose(table, n)
    # Photographs come first in both halves, for those that are laid on one another.
    row = torch.cat([half[torch.argsort(half[:, R_PHOTO], descending=True)] for half in (row[:m], row[m:])])
    size, standing, photo = row[:, R_SIZE], row[:, R_FACE].long(), row[:, R_PHOTO]
    off = either(r.rand(n) < 0.25, 0.08, 0.02)
    x, y = row[:, R_X] + r.randn(n) * off * size, row[:, R_Y] + r.randn(n) * off * size
    size = size * torch.exp(r.randn(n) * 0.045)
    angle = row[:, R_ANGLE] + torch.floor(r.rand(n) * 4) * (math.pi / 2) + r.randn(n) * (0.03 + off / 2)
    # Of small dice less is seen.
    coarse = r.rand(n) < either(photo > 0, 0.1, 0.5)
    img = squares(store, row[:, R_IMG], x, y, size, angle, bent(n, r), FLAT_PATCH, FLAT_AROUND, photo, coarse)
    # One die of a photograph is laid on another: some of the second half on some of the first.
    way, far = r.rand(m) * 2 * math.pi, 0.3 + 0.55 * r.rand(m)
    below = r.rand(m) < 0.35
    turned = r.rand(m) * 2 * math.pi
    # Where the lower and the upper one lie in the square, in sides of a face.
    dx, dy = far * torch.cos(way), far * torch.sin(way)
    low = lambda k: torch.where(below, torch.zeros_like(k), k)
    top = lambda k: torch.where(below, k, torch.zeros_like(k))
    upper = row[m : 2 * m]

    def at(of, offx, offy, spin, grow):
        ang = of[:, R_ANGLE] + spin
        s = of[:, R_SIZE] * grow
        sin, cos = torch.sin(ang), torch.cos(ang)
        no = torch.zeros(m, dtype=torch.bool, device=x.device)
        return squares(store, of[:, R_IMG], of[:, R_X] - (offx * cos - offy * sin) * s, of[:, R_Y] - (offx * sin + offy * cos) * s, s, ang, straight(m, x.device), FLAT_PATCH, FLAT_AROUND, of[:, R_PHOTO], no)

    base = at(row[:m], low(dx), low(dy), torch.where(below, torch.zeros_like(turned), turned), 1.0)
    cover = at(upper, top(dx), top(dy), torch.where(below, turned, torch.zeros_like(turned)), either(below, 0.92, 1.0))
    steps = (torch.arange(FLAT_PATCH, device=x.device) + 0.5 - FLAT_PATCH / 2) / FLAT_PATCH * FLAT_AROUND
    one = lambda t: t.view(-1, 1, 1)
    mx, my = steps.view(1, 1, -1) - one(top(dx)), steps.view(1, -1, 1) - one(top(dy))
    spin = torch.where(below, -turned, torch.zeros_like(turned))  # the upper die's axes in the square
    sin, cos = one(torch.sin(spin)), one(torch.cos(spin))
    a, b = (mx * cos + my * sin).abs(), (my * cos - mx * sin).abs()
    reach = one(0.55 + 0.12 * r.rand(m)) * one(either(below, 1.08, 1.0))
    edge = torch.maximum(a, b).maximum((a + b) * (0.62 + 0.1 * one(r.rand(m))))
    mask = ((reach - edge) * 24 + 0.5).clamp(0, 1).unsqueeze(1)
    gone = torch.sqrt((mx - 0.1 * one(r.randn(m))) ** 2 + (my - 0.1 * one(r.randn(m))) ** 2)
    shade = (1 - one(0.6 * r.rand(m)) * ((0.95 - gone) * 3).clamp(0, 1)).unsqueeze(1)
    base = torch.cat([(base[:, :1] + 1.83) * shade - 1.83, base[:, 1:]], 1)
    stacked = base * (1 - mask) + cover * mask
    do = ((photo[:m] > 0) & (photo[m : 2 * m] > 0) & (r.rand(m) < 0.6)).view(-1, 1, 1, 1)
    img = torch.cat([torch.where(do, stacked, img[:m]), img[m:]])
    standing = torch.cat([torch.where(do.view(-1), either(below, BELOW, ABOVE).long(), standing[:m]), standing[m:]])

    img = mirror(img, some(0.5, n, r))
    img = jitter(spoil(img, r), r)
    return dye(img, some(0.5, n, r), r), standing


def detector_examples(store, table, n, r):
    """Returns parts of pictures, and what is true of each cell."""
    img = r.choose(table, n)[:, 0].long()
    about, dice = store.about[img], store.dice[img]
    photo = about[:, 2] > 0
    count = about[:, 5]
    pick = lambda: torch.floor(r.rand(n) * count).clamp(min=0).long()
    take = lambda k: dice[torch.arange(n, device=img.device), k]
    d = take(pick())
    d = torch.where((d[:, READABLE] > 0).view(-1, 1) & ~photo.view(-1, 1), take(pick()), d)
    # Pixels of the picture for one of the crop.
    zoom = 2 * torch.exp(r.randn(n) * 0.15).clamp(max=1.7)
    wanted = 13.5 * torch.exp(r.rand(n) * math.log(78 / 27))
    zoom = torch.where(photo, 0.68 * d[:, BW].clamp(min=10) / wanted, zoom)
    w, h = CROP_W * zoom, CROP_H * zoom
    high = about[:, 0]
    x, y = r.rand(n) * (SIDE - w), r.rand(n) * (high - h)
    to_die = (count > 0) & (r.rand(n) < 0.75)
    x, y = torch.where(to_die, d[:, X] - r.rand(n) * w, x), torch.where(to_die, d[:, Y] - r.rand(n) * h, y)
    thing = store.spots[img, torch.floor(r.rand(n) * about[:, 6]).clamp(min=0).long()]
    to_thing = (about[:, 6] > 0) & (r.rand(n) < either(photo, 0.3, 0.1))
    x, y = torch.where(to_thing, thing[:, 0] - r.rand(n) * w, x), torch.where(to_thing, thing[:, 1] - r.rand(n) * h, y)
    beyond = either(photo & (r.rand(n) < 0.3), 0.5, 0.0)  # the frame of a photograph may have grey at its sides
    x = torch.maximum(torch.minimum(x, SIDE - w + beyond * w), -beyond * w)
    y = torch.maximum(torch.minimum(y, high - h + beyond * h), -beyond * h)
    flipx, flipy = r.rand(n) < 0.5, r.rand(n) < 0.5
    zx, zy = torch.where(flipx, -zoom, zoom), torch.where(flipy, -zoom, zoom)
    x, y = torch.where(flipx, x + w, x), torch.where(flipy, y + h, y)
    one = lambda t: t.view(-1, 1, 1)
    px = one(x) + (torch.arange(CROP_W, device=img.device) + 0.5).view(1, 1, -1) * one(zx)
    py = one(y) + (torch.arange(CROP_H, device=img.device) + 0.5).view(1, -1, 1) * one(zy)
    seen = view(store, img, px.expand(n, CROP_H, CROP_W), py.expand(n, CROP_H, CROP_W), zoom < 1.5)
    seen = jitter(seen, r)
    hand = about[:, 4] > 0
    seen = dye(seen, ((photo & (r.rand(n) < 0.5)) | (~hand & (r.rand(n) < 0.1))).view(-1, 1, 1, 1), r)
    seen = blur(seen, some(0.15, n, r), r)

    # Dice in the crop, in units of half its pixels as the reader counts them.
    col = lambda k: dice[:, :, k]
    two = lambda t: t.view(-1, 1)
    dx, dy = (col(X) - two(x)) / two(zx) * 2, (col(Y) - two(y)) / two(zy) * 2
    bx, by, bw = (col(BX) - two(x)) / two(zx) * 2, (col(BY) - two(y)) / two(zy) * 2, col(BW) / two(zoom) * 2
    size = col(SIZE) / two(zoom) * 2
    angle = col(ANGLE) * two(either(flipx ^ flipy, -1.0, 1.0))
    W, H = 2 * CROP_W, 2 * CROP_H
    inside = (col(VALID) > 0) & (dx > -0.3 * size) & (dy > -0.3 * size) & (dx < W + 0.3 * size) & (dy < H + 0.3 * size)
    turns = angle.unsqueeze(2) + torch.arange(4, device=img.device) * (math.pi / 2)
    cx = dx.unsqueeze(2) + (col(REACH) * size).unsqueeze(2) * (torch.cos(turns) - torch.sin(turns))
    cy = dy.unsqueeze(2) + (col(REACH) * size).unsqueeze(2) * (torch.sin(turns) + torch.cos(turns))
    cut = (col(CUT) > 0) | ((cx < 0) | (cy < 0) | (cx > W) | (cy > H)).any(2)
    readable = (col(READABLE) > 0) & ~cut

    gw, gh = W // 16, H // 16
    cells = torch.arange(gw * gh, device=img.device)
    mx, my = (cells % gw + 0.5) * 16, (cells // gw + 0.5) * 16
    three = lambda t: t.unsqueeze(1)  # by picture, cell, die
    far = torch.sqrt((three(dx.clamp(4, W - 4)) - mx.view(1, -1, 1)) ** 2 + (three(dy.clamp(4, H - 4)) - my.view(1, -1, 1)) ** 2)
    inner = three((0.33 * size).clamp(min=11))
    there = three(inside)
    at = there & (far <= inner)
    near = there & ~at & (far < inner + 0.2 * three(size))
    read, unknown, over, hides = three(readable), three(col(UNKNOWN) > 0), three(col(OVER) > 0), three(col(HIDES) > 0)
    tilted = three(col(TILTED) > 0)
    know_good = ~(near & read).any(2) & ~(at & unknown).any(2)
    know_bad = ~near.any(2) & ~(there & ~at & tilted & (far < three(size))).any(2) & ~(at & unknown).any(2) & ~(at & ~unknown & read & over & hides).any(2)
    clear = at & ~unknown
    good = clear & read
    flat = (good & ~over).any(2)
    bad = ((clear & ~read) | (good & over & ~hides)).any(2)
    isgood = good.any(2)
    first = torch.argmax(good.float() * (DICE - torch.arange(DICE, device=img.device).float()), 2)
    get = lambda t: torch.gather(t, 1, first)
    want = torch.stack([
        (get(dx) - mx) / 16, (get(dy) - my) / 16, torch.log(get(size).clamp(min=1) / 45), torch.cos(4 * get(angle)), torch.sin(4 * get(angle)),
    ], 2)
    w_good = (know_good | isgood | bad).float()
    w_bad = (know_bad | flat | bad).float() * (1 + 2 * bad.float())

    # Hands and bodies: from the grid of a drawn picture, or from the boxes of a photograph.
    gx = ((two(x) + mx / 2 * two(zx)) / 16).long().clamp(0, 39)
    gy = ((two(y) + my / 2 * two(zy)) / 16).long().clamp(0, 29)
    known = about[:, 3:4] > 0
    grid = store.grid[img].flatten(2).float()
    place = gy * 40 + gx
    ishand, isbody = torch.gather(grid[:, 0], 1, place), torch.gather(grid[:, 1], 1, place)
    boxed = ((torch.sqrt((three(bx) - mx.view(1, -1, 1)) ** 2 + (three(by) - my.view(1, -1, 1)) ** 2) < 0.45 * three(bw)) & (three(col(VALID)) > 0)).any(2).float()
    isbody = torch.where(two(photo), boxed, isbody)
    w_body = (known | two(photo)).float() * 0.6
    w_hand = (known | ~two(hand)).float() * 0.8
    truth = torch.stack([isgood.float(), bad.float(), ishand * known.float(), isbody], 2)
    weight = torch.stack([w_good, w_bad, w_hand.expand_as(w_good), w_body.expand_as(w_good)], 2)
    return seen, truth, weight, want, isgood


def detector_loss(out, truth, weight, want, isgood):
    out = out.permute(0, 2, 3, 1).flatten(1, 2)
    loss = (F.binary_cross_entropy_with_logits(out[:, :, :DX], truth, reduction="none") * weight).sum((1, 2))
    off = (out[:, :, DX:] - want).abs()
    knee = 0.1
    off = torch.where(off > knee, off - knee / 2, off * off / (2 * knee))
    off = off[:, :, :2].sum(2) + 2 * off[:, :, 2] + 0.6 * off[:, :, 3:].sum(2)
    return (loss + (off * isgood).sum(1)).mean()


# The networks.

class Net:
    """A network in training: all its weights in one line, and what Adam knows of them."""

    def __init__(self, shape, seed, device, more=0):
        self.shape = shape
        rng = np.random.default_rng(seed)
        self.out = shape[-1]["Out"]
        if more:  # outputs that only teach
            self.shape = shape = shape[:-1] + [dict(shape[-1], Out=self.out + more)]
        flat, self.sizes = [], []
        for i, l in enumerate(shape):
            taps = l["Kernel"] ** 2 * l["In"]
            gain = math.sqrt(2 / taps) / (2 if l["Add"] else 1) / (4 if i == len(shape) - 1 else 1)
            flat += [rng.normal(0, gain, taps * l["Out"]), np.zeros(l["Out"])]
            self.sizes += [taps * l["Out"], l["Out"]]
        self.flat = torch.from_numpy(np.concatenate(flat).astype(np.float32)).to(device).requires_grad_()
        self.mean = self.flat.detach().clone()
        self.m, self.v = torch.zeros_like(self.mean), torch.zeros_like(self.mean)
        self.step, self.rate = torch.zeros((), device=device), torch.zeros((), device=device)
        self.loss = torch.zeros((), device=device)

    def forward(self, x, flat):
        parts = torch.split(flat, self.sizes)
        for i, l in enumerate(self.shape):
            # As the reader keeps them: by tap, then input, then output.
            w = parts[2 * i].view(l["Kernel"], l["Kernel"], l["In"], l["Out"]).permute(3, 2, 0, 1).contiguous()
            y = F.conv2d(x, w, parts[2 * i + 1], stride=l["Stride"], padding=l["Pad"], dilation=l["Spread"])
            if l["Bend"]:
                y = F.leaky_relu(y, 0.1)
            x = x + y if l["Add"] else y
        return x

    def learn(self, loss, decay):
        g, = torch.autograd.grad(loss, self.flat)
        with torch.no_grad():
            g = torch.nan_to_num(g)
            g = g * (1 / (g.norm() / 20).clamp(min=1))
            self.step += 1
            self.loss.mul_(0.99).add_(loss.detach(), alpha=0.01)
            self.m.mul_(0.9).add_(g, alpha=0.1)
            self.v.mul_(0.995).addcmul_(g, g, value=0.005)
            by = self.m / (1 - torch.exp(self.step * math.log(0.9))) / (torch.sqrt(self.v / (1 - torch.exp(self.step * math.log(0.995)))) + 1e-8)
            self.flat.sub_((by + decay * self.flat) * self.rate)
            keep = torch.clamp(self.step / (self.step + 10), max=0.9995)
            self.mean.mul_(keep).add_(self.flat * (1 - keep))

    def begin(self, data):
        """Takes the weights of a network of the same shape. Outputs that only teach begin at random, unless data has them, too."""
        old = np.frombuffer(data, "<f2").astype(np.float32)
        wide, taps = self.shape[-1]["Out"], self.shape[-1]["In"]
        if len(old) < len(self.flat):
            flat = self.flat.detach().cpu().numpy().copy()
            rest = (taps + 1) * self.out
            flat[: -(taps + 1) * wide] = old[:-rest]
            flat[-(taps + 1) * wide :].reshape(taps + 1, wide)[:, : self.out] = old[-rest:].reshape(taps + 1, self.out)
            old = flat
        assert len(old) == len(self.flat)
        with torch.no_grad():
            self.flat.copy_(torch.from_numpy(old))
            self.mean.copy_(self.flat)

    def weights(self):
        """The mean of the weights over the last steps, as the reader has them."""
        mean = self.mean.detach().cpu().numpy()
        wide, taps = self.shape[-1]["Out"], self.shape[-1]["In"]
        last = mean[-(taps + 1) * wide :].reshape(taps + 1, wide)[:, : self.out]
        return np.concatenate([mean[: -(taps + 1) * wide], last.flatten()]).astype("<f2")


class Job:
    """A network of one fold that learns."""

    def __init__(self, what, fold, material, shape, seed, batch, top, decay, device, room):
        self.what, self.fold, self.batch, self.top, self.decay = what, fold, batch, top, decay
        self.material, self.store, self.device = material, material.store, device
        self.table = Table(room, 1 if what == "detector" else 10, device)
        self.net, self.r = Net(shape, seed, device, GLYPHS if what == "faces" else 0), Dice(device, seed)
        self.glyphs = draw_glyphs(7).to(device) if what == "faces" else None
        self.graph, self.steps = None, 0
        self.counts = material.fill(what, fold, self.table)
        if device != "cpu":
            self.stream = torch.cuda.Stream()

    def once(self):
        with torch.no_grad():
            if self.what == "faces":
                x, *truth = face_examples(self.store, self.table, self.batch, self.r, self.glyphs)
            elif self.what == "flatness":
                x, *truth = flat_examples(self.store, self.table, self.batch, self.r)
            else:
                x, *truth = detector_examples(self.store, self.table, self.batch, self.r)
        out = self.net.forward(x, self.net.flat)
        loss = {"faces": face_loss, "flatness": lambda o, t: F.cross_entropy(o.flatten(1), t), "detector": detector_loss}[self.what](out, *truth)
        self.net.learn(loss, self.decay)

    def record(self):
        """Records a step, to be played without this program's help."""
        with torch.cuda.stream(self.stream):
            for _ in range(3):
                self.once()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        graph.register_generator_state(self.r.generator)
        with torch.cuda.graph(graph, stream=self.stream, capture_error_mode="thread_local"):
            self.once()
        torch.cuda.synchronize()
        self.graph = graph

    def go(self, times, rate):
        if self.device == "cpu":
            self.net.rate.fill_(rate)
            for _ in range(times):
                self.once()
        else:
            with torch.cuda.stream(self.stream):
                self.net.rate.fill_(rate)
                for _ in range(times):
                    if self.graph:
                        self.graph.replay()
                    else:
                        self.once()
        self.steps += times


    def save(self, out):
        """Writes the weights, and what the network says of a picture that anybody can make again."""
        folder = os.path.join(out, self.fold)
        os.makedirs(folder, exist_ok=True)
        name = os.path.join(folder, self.what)
        self.net.weights().tofile(name + ".bin")
        if self.net.out < self.net.shape[-1]["Out"]:  # to go on from
            self.net.mean.detach().cpu().numpy().astype("<f2").tofile(name + ".more")
        h, w = {"faces": (PATCH, PATCH), "flatness": (FLAT_PATCH, FLAT_PATCH), "detector": (CROP_H, CROP_W)}[self.what]
        x = torch.sin(torch.arange(h * w * 3, device=self.device) * 0.37).view(1, h, w, 3).permute(0, 3, 1, 2)
        shape = self.net.shape[:-1] + [dict(self.net.shape[-1], Out=self.net.out)]
        with torch.no_grad():
            flat = torch.from_numpy(self.net.weights().astype(np.float32)).to(self.device)
            out = Net(shape, 0, self.device).forward(x, flat).permute(0, 2, 3, 1).flatten()
        with open(name + ".json", "w") as f:
            json.dump([round(float(v), 4) for v in out[:40]], f)


def check(job):
    """Says how many faces of the photographs that a fold holds back are told, as they lie there."""
    if job.what != "faces":
        return ""
    rows = [p[3][0] for p in job.material.parts if p[1] == "photo" and job.material.held(job.fold, p[2])]
    rows = [k for k in rows if len(k)]
    if not rows:
        return ""
    rows = np.concatenate(rows)
    table = Table(len(rows) + 1, 10, job.device)
    table.fill([rows], [np.ones(len(rows))])
    with torch.no_grad():
        old = job.r.choose
        job.r.choose = lambda t, n: t.rows[:n]
        x, face = face_examples(job.store, table, len(rows), job.r, plain=True)
        job.r.choose = old
        p = F.softmax(job.net.forward(x, job.net.mean).flatten(1)[:, :COLOURS], 1)
    own = p.gather(1, face.view(-1, 1)).view(-1)
    right = p.argmax(1) == face
    return f" held back: {int((~right).sum())} of {len(rows)} wrong, {int((own < 0.8).sum())} with less than 0.8, {int((~right & (p.amax(1) > 0.8)).sum())} surely wrong;"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--drawn", nargs="*", default=[], help="folders of dicetrain render; pictures that appear there later are learned, too")
    p.add_argument("--photos", required=True)
    p.add_argument("--poses", required=True)
    p.add_argument("--made", nargs="*", default=[], help="folders of pictures with a truth.jsonl")
    p.add_argument("--shapes", required=True, help="of dicetrain shapes")
    p.add_argument("--folds", required=True, help="JSON: for each fold the names of the pictures that it holds back")
    p.add_argument("--begin", help="folder of weights to begin with, by folds")
    p.add_argument("--out", required=True)
    p.add_argument("--seconds", type=float, default=0, help="how long to learn")
    p.add_argument("--rounds", type=int, default=0, help="or how many steps")
    p.add_argument("--jobs", default="faces,detector,flatness")
    p.add_argument("--room", type=int, default=40000)
    p.add_argument("--least", type=int, default=460, help="how many pictures there must be to begin")
    p.add_argument("--seed", type=int, default=31)
    p.add_argument("--only", default="", help="the folds to learn, all that --folds has if empty")
    p.add_argument("--batches", default="faces=768,detector=96,flatness=384")
    p.add_argument("--rates", default="faces=0.0012,detector=0.0012,flatness=0.0012")
    p.add_argument("--steps", default="faces=2,detector=2,flatness=2", help="steps of each in a round")
    p.add_argument("--decoders", type=int, default=4, help="processes that decode drawn pictures")
    p.add_argument("--eager", action="store_true")
    a = p.parse_args()
    # Processes decode pictures, so that this one has nothing to do but to let the GPU learn. They are there before that is.
    pool = ProcessPoolExecutor(a.decoders, mp_context=multiprocessing.get_context("fork"))
    list(pool.map(abs, range(a.decoders)))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(a.seed)
    if device == "cpu":
        torch.set_num_threads(2)
    option = lambda text, kind: {k: kind(v) for k, v in (t.split("=") for t in text.split(","))}
    batches, rates, times = option(a.batches, int), option(a.rates, float), option(a.steps, int)
    begun = time.time()
    say = lambda *w: print(f"{time.time() - begun:6.1f}", *w, flush=True)
    folds = {k: set(v) for k, v in json.load(open(a.folds)).items()}
    shapes = json.load(open(a.shapes))
    store = Store(a.room, device)
    material = Material(store, folds)
    for q in photographs(a.photos, a.poses):
        material.add(q, "photo")
    for folder in a.made:
        for q in made(folder):
            material.add(q, "made")
    say(f"{store.n} photographs and pictures made elsewhere")

    seen = set()
    over = threading.Event()

    def more():
        names = [n for d in a.drawn for n in glob.glob(os.path.join(d, "*.json")) if n not in seen]
        # What is written just now is not whole yet.
        names = [n for n in sorted(names) if time.time() - os.path.getmtime(n) > 2][: min(a.room - store.n, 400)]
        seen.update(names)
        for q in pool.map(drawn, names, chunksize=8):
            if over.is_set():
                return
            material.add(q, "drawn")

    def keep_looking():
        try:
            if device != "cpu":
                torch.cuda.set_stream(torch.cuda.Stream())
            while not over.is_set():
                more()
                over.wait(3)
        except Exception:
            traceback.print_exc()

    while a.drawn and store.n < a.least:
        more()
        if store.n < a.least:
            time.sleep(1)
    say(f"{store.n} pictures")
    room = min(160 * a.room, 4_000_000)
    jobs = []
    for fold in a.only.split(",") if a.only else folds:
        for what in a.jobs.split(","):
            jobs.append(Job(what, fold, material, shapes[what], a.seed + 1000 * len(jobs), batches[what], rates[what], {"faces": 0.02, "flatness": 0.02, "detector": 0.002}[what], device, room))
            if a.begin:
                name = os.path.join(a.begin, fold, what)
                with open(name + (".more" if os.path.exists(name + ".more") else ".bin"), "rb") as f:
                    jobs[-1].net.begin(f.read())
    if device != "cpu" and not a.eager:
        try:
            for j in jobs:
                j.record()
            say("recorded")
        except Exception:
            traceback.print_exc()
            for j in jobs:
                j.graph = None
            say("not recorded: steps are slower")
    for j in jobs[: len(a.jobs.split(","))] if device != "cpu" else []:
        j.go(2, 0)
        torch.cuda.is_available() and torch.cuda.synchronize()
        at = time.time()
        j.go(5, 0)
        torch.cuda.is_available() and torch.cuda.synchronize()
        say(f"{j.what}: {(time.time() - at) / 5 * 1000:.1f} ms a step")
    looking = None
    if a.drawn:
        looking = threading.Thread(target=keep_looking, daemon=True)
        looking.start()
    start = time.time()
    told, filled, rounds, count = start, start, 0, store.n
    while True:
        done = rounds / a.rounds if a.rounds else (time.time() - start) / a.seconds
        if done >= 1:
            break
        up = min(1, (rounds + 1) / 100)
        for j in jobs:
            j.go(times[j.what], j.top * up * (0.5 + 0.5 * math.cos(math.pi * done) + 0.002))
        rounds += 1
        if device != "cpu" and rounds % 8 == 0:
            torch.cuda.synchronize()
        if time.time() - filled > 60 and store.n > count:
            count, filled = store.n, time.time()
            for j in jobs:
                j.counts = material.fill(j.what, j.fold, j.table)
        if time.time() - told > 30:
            told = time.time()
            if device != "cpu":
                torch.cuda.synchronize()
            say(f"{rounds} rounds, {store.n} pictures")
            for j in jobs:
                say(f"  {j.what} {j.fold}: {j.steps} steps, loss {float(j.net.loss):.4f};{check(j)}")
                j.save(a.out + ".now")
    over.set()
    if device != "cpu":
        torch.cuda.synchronize()
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    for j in jobs:
        say(f"{j.what} {j.fold}: {j.steps} steps, loss {float(j.net.loss):.4f};{check(j)} {j.counts}")
        j.save(a.out)
    say("done")
    sys.stdout.flush()
    for p in multiprocessing.active_children():  # whatever still decodes
        p.terminate()
    os._exit(0)


if __name__ == "__main__":
    main()
